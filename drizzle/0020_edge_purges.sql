CREATE TABLE "edge_purges" (
	"tag" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"round" integer NOT NULL,
	"attempts" integer NOT NULL,
	"due_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "edge_purges_due" ON "edge_purges" USING btree ("due_at");