ALTER TABLE "articles" ADD COLUMN "words" integer;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "words_en" integer;