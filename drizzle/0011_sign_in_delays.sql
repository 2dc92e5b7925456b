CREATE TABLE "sign_in_delays" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" timestamp with time zone[] DEFAULT '{}' NOT NULL,
	"next_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "sign_in_delays_expiry" ON "sign_in_delays" USING btree ("expires_at");