CREATE TABLE "former_token_keys" (
	"fingerprint" text PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone NOT NULL
);
