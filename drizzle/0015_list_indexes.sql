CREATE INDEX "articles_status" ON "articles" USING btree ("status","published_at");--> statement-breakpoint
CREATE INDEX "articles_updated" ON "articles" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "articles_published" ON "articles" USING btree ("published_at" DESC NULLS LAST);
--> statement-breakpoint
-- Titles are matched for every hit of a search; out of line, reading them takes most of its time.
ALTER TABLE "search_documents" ALTER COLUMN "title" SET STORAGE MAIN, ALTER COLUMN "title_words" SET STORAGE MAIN;
