CREATE TABLE "refused_submissions" (
	"id" text PRIMARY KEY NOT NULL,
	"submission" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "refused_submissions_expiry" ON "refused_submissions" USING btree ("expires_at");