CREATE TABLE "ops_alerts" (
	"name" text PRIMARY KEY NOT NULL,
	"occurrence" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
