CREATE TABLE "oidc_admin_bindings" (
	"email" text PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"bound_at" timestamp (3) with time zone NOT NULL
);
