CREATE TABLE "comments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "comments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"resource" text NOT NULL,
	"record_id" integer NOT NULL,
	"author_id" integer,
	"author" text NOT NULL,
	"body" text NOT NULL,
	"field" text,
	"quote" text,
	"position" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"edited_at" timestamp (3) with time zone,
	"resolved_at" timestamp (3) with time zone,
	"resolved_by" text
);
--> statement-breakpoint
CREATE TABLE "draft_writers" (
	"resource" text NOT NULL,
	"record_id" integer NOT NULL,
	"account_id" integer NOT NULL,
	"role" text NOT NULL,
	CONSTRAINT "draft_writers_resource_record_id_account_id_role_pk" PRIMARY KEY("resource","record_id","account_id","role")
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reviews_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"resource" text NOT NULL,
	"record_id" integer NOT NULL,
	"state" text NOT NULL,
	"copy_id" integer,
	"version" integer NOT NULL,
	"requested_by_id" integer,
	"requested_by" text NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"request_note" text,
	"decided_by_id" integer,
	"decided_by" text,
	"decided_at" timestamp (3) with time zone,
	"decision_note" text
);
--> statement-breakpoint
ALTER TABLE "admin_users" ADD COLUMN "mention_mails" text DEFAULT 'at_once' NOT NULL;--> statement-breakpoint
ALTER TABLE "admin_users" ADD COLUMN "review_mails" text DEFAULT 'never' NOT NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_author_id_admin_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."admin_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_requested_by_id_admin_users_id_fk" FOREIGN KEY ("requested_by_id") REFERENCES "public"."admin_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_decided_by_id_admin_users_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."admin_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comments_of_record" ON "comments" USING btree ("resource","record_id","id");--> statement-breakpoint
CREATE INDEX "comments_author" ON "comments" USING btree ("author_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_record" ON "reviews" USING btree ("resource","record_id");--> statement-breakpoint
CREATE INDEX "reviews_state" ON "reviews" USING btree ("state","id");