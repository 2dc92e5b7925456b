ALTER TABLE "previews" ADD COLUMN "created_by_id" integer;--> statement-breakpoint
ALTER TABLE "previews" ADD COLUMN "created_by_role" text;--> statement-breakpoint
ALTER TABLE "previews" ADD CONSTRAINT "previews_created_by_id_admin_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."admin_users"("id") ON DELETE cascade ON UPDATE no action;