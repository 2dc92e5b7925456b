DROP INDEX "sessions_account";--> statement-breakpoint
DROP INDEX "sessions_person";--> statement-breakpoint
CREATE INDEX "sessions_account" ON "sessions" USING btree ("account_id","user_agent","created_at");--> statement-breakpoint
CREATE INDEX "sessions_person" ON "sessions" USING btree ("person_id","user_agent","created_at");