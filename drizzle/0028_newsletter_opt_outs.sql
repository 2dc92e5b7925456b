ALTER TABLE "newsletter_subscribers" ADD COLUMN "asks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "newsletter_subscribers" ADD COLUMN "opted_out_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "newsletter_subscribers" SET "opted_out_at" = "updated_at" WHERE "state" = 'unsubscribed';