ALTER TABLE "admin_users" ADD COLUMN "password_allowed_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "provider_id_token" text;