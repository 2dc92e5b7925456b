ALTER TABLE "admin_users" ADD COLUMN "connected_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "admin_users" ADD COLUMN "password_set_by_admin" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD COLUMN "person_id" integer;--> statement-breakpoint
ALTER TABLE "passkeys" ADD COLUMN "person_id" integer;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "acting_person_id" integer;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_acting_person_id_users_id_fk" FOREIGN KEY ("acting_person_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
-- What the trail knows of connections made before: who has set the passwords of an account, and in which order.
UPDATE "admin_users" SET "password_set_by_admin" = true
WHERE "password_hash" IS NOT NULL AND (
  SELECT "actor_id" LIKE 'local:%' AND "actor_id" <> 'local:' || "admin_users"."id"
  FROM "audit_log"
  WHERE "entity" = 'admin_users' AND "entity_id" = "admin_users"."id"::text
    AND ("action" IN ('user.create', 'user.accept') OR ("action" = 'user.update' AND "changes" ? 'password'))
  ORDER BY "id" DESC LIMIT 1
);--> statement-breakpoint
-- Awake: the owner connected it with a password of their own, which nobody else has set since, and kept the second factors.
WITH "links" AS (
  SELECT DISTINCT ON ("entity_id") "entity_id", "id", "occurred_at", "changes" ->> 'subject' AS "subject"
  FROM "audit_log" WHERE "entity" = 'admin_users' AND "action" = 'user.link'
  ORDER BY "entity_id", "id" DESC
)
UPDATE "admin_users" SET "connected_at" = "links"."occurred_at"
FROM "links" JOIN "users" ON "users"."subject" = "links"."subject"
WHERE "links"."entity_id" = "admin_users"."id"::text AND "users"."id" = "admin_users"."person_id"
  AND coalesce((
    SELECT "actor_id" NOT LIKE 'local:%' OR "actor_id" = 'local:' || "admin_users"."id"
    FROM "audit_log" "set"
    WHERE "set"."entity" = 'admin_users' AND "set"."entity_id" = "links"."entity_id" AND "set"."id" < "links"."id"
      AND ("action" IN ('user.create', 'user.accept') OR ("action" = 'user.update' AND "changes" ? 'password'))
    ORDER BY "id" DESC LIMIT 1
  ), true)
  AND NOT EXISTS (
    SELECT FROM "audit_log" "later"
    WHERE "later"."entity" = 'admin_users' AND "later"."entity_id" = "links"."entity_id" AND "later"."id" > "links"."id"
      AND ("action" IN ('user.accept', 'user.unlink') OR ("action" = 'user.update' AND (
        "changes" ->> 'second_factor' = 'reset'
        OR ("changes" ->> 'password' = 'changed' AND "actor_id" IS DISTINCT FROM 'local:' || "admin_users"."id"))))
  );--> statement-breakpoint
UPDATE "sessions" SET "acting_person_id" = "admin_users"."person_id"
FROM "admin_users"
WHERE "admin_users"."id" = "sessions"."account_id" AND "connected_at" IS NOT NULL AND NOT "password_set_by_admin"
  AND "method" <> 'passkey';--> statement-breakpoint
-- Without a password, only a session of the person could make them.
UPDATE "passkeys" SET "person_id" = "admin_users"."person_id"
FROM "admin_users"
WHERE "admin_users"."id" = "passkeys"."account_id"
  AND ("password_hash" IS NULL OR (NOT "password_set_by_admin" AND "passkeys"."created_at" >= "connected_at"));--> statement-breakpoint
UPDATE "api_tokens" SET "person_id" = "admin_users"."person_id"
FROM "admin_users"
WHERE "admin_users"."id" = "api_tokens"."user_id"
  AND ("password_hash" IS NULL OR (NOT "password_set_by_admin" AND "api_tokens"."created_at" >= "connected_at"));
