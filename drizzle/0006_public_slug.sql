ALTER TABLE "articles" ADD COLUMN "public_slug" text;--> statement-breakpoint
-- A draft's latest published revision has its last public slug. Without one, a past date counts as published.
update articles set public_slug = case
  when published_at <= now() and status = 'published' then slug
  else coalesce(
    (select state ->> 'slug' from revisions
      where resource = 'articles' and record_id = articles.id and state ->> 'status' = 'published'
        and (state ->> 'published_at')::timestamptz <= now()
      order by revisions.id desc limit 1),
    case when published_at <= now() then slug end)
end;
