ALTER TABLE "services" ADD COLUMN "slug" text DEFAULT gen_random_uuid()::text NOT NULL;--> statement-breakpoint
ALTER TABLE "services" ADD CONSTRAINT "services_slug_unique" UNIQUE("slug");
--> statement-breakpoint
UPDATE "services" AS "service" SET "slug" = "named"."slug" FROM (
	SELECT "id", CASE WHEN "base" = '' OR "base" ~ '^service(-|$)' OR row_number() OVER (PARTITION BY "base" ORDER BY "id") > 1
		THEN 'service-' || "id" ELSE "base" END AS "slug"
	FROM (
		SELECT "id", trim(both '-' from left(regexp_replace(lower(coalesce("title_en", '')), '[^a-z0-9]+', '-', 'g'), 150)) AS "base"
		FROM "services"
	) AS "titles"
) AS "named" WHERE "named"."id" = "service"."id";
