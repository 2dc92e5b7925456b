ALTER TABLE "sessions" ADD COLUMN "sign_out_hint" text;--> statement-breakpoint
-- ID tokens in plain text: with some providers they are access tokens as well.
UPDATE "sessions" SET "provider_id_token" = NULL WHERE "provider_id_token" IS NOT NULL;--> statement-breakpoint
UPDATE "sign_in_tickets" SET "data" = "data" - 'idToken' WHERE "data" ? 'idToken';
