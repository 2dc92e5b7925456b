CREATE TABLE "search_documents" (
	"resource" text NOT NULL,
	"record_id" integer NOT NULL,
	"language" text NOT NULL,
	"slug" text,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"visible_from" timestamp (3) with time zone NOT NULL,
	"title_words" "tsvector" NOT NULL,
	"words" "tsvector" NOT NULL,
	CONSTRAINT "search_documents_resource_record_id_language_pk" PRIMARY KEY("resource","record_id","language")
);
--> statement-breakpoint
CREATE TABLE "search_states" (
	"resource" text PRIMARY KEY NOT NULL,
	"counter" bigint NOT NULL,
	"token" uuid NOT NULL,
	"format" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "search_documents_words" ON "search_documents" USING gin ("words");
--> statement-breakpoint
-- Texts and word lists are stored out of line, so that finding the matches of a common word reads few pages.
ALTER TABLE "search_documents" SET (toast_tuple_target = 256);
