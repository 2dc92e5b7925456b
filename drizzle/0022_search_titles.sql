CREATE INDEX "articles_title" ON "articles" USING btree ("title","id");--> statement-breakpoint
CREATE INDEX "search_documents_title_words" ON "search_documents" USING gin ("title_words");