CREATE TABLE "ended_copies" (
	"resource" text NOT NULL,
	"record_id" integer NOT NULL,
	"version" integer NOT NULL,
	CONSTRAINT "ended_copies_resource_record_id_pk" PRIMARY KEY("resource","record_id")
);
