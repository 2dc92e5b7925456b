CREATE TABLE "trash" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "trash_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"resource" text NOT NULL,
	"record_id" integer NOT NULL,
	"label" text NOT NULL,
	"state" jsonb NOT NULL,
	"deleted_at" timestamp (3) with time zone NOT NULL,
	"actor_id" integer,
	"actor" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "trash_deleted" ON "trash" USING btree ("deleted_at");--> statement-breakpoint
CREATE INDEX "trash_record" ON "trash" USING btree ("resource","record_id");