ALTER TABLE "previews" ALTER COLUMN "resource" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "previews" ALTER COLUMN "record_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "previews" ADD COLUMN "items" jsonb;--> statement-breakpoint
ALTER TABLE "previews" ADD COLUMN "release_id" integer;--> statement-breakpoint
ALTER TABLE "previews" ADD CONSTRAINT "previews_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."releases"("id") ON DELETE cascade ON UPDATE no action;