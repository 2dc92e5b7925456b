CREATE TABLE "previews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"resource" text NOT NULL,
	"record_id" integer NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "previews_of_record" ON "previews" USING btree ("resource","record_id");--> statement-breakpoint
CREATE INDEX "previews_expiry" ON "previews" USING btree ("expires_at");