CREATE TABLE "record_words" (
	"resource" text NOT NULL,
	"record_id" integer NOT NULL,
	"words" "tsvector" NOT NULL,
	CONSTRAINT "record_words_resource_record_id_pk" PRIMARY KEY("resource","record_id")
);
--> statement-breakpoint
CREATE INDEX "record_words_words" ON "record_words" USING gin ("words");