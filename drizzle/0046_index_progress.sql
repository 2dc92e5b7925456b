ALTER TABLE "search_states" ADD COLUMN "pending" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "search_states" ADD COLUMN "built_up_to" integer;--> statement-breakpoint
ALTER TABLE "search_states" ADD COLUMN "used_at" timestamp (3) with time zone DEFAULT now() NOT NULL;