ALTER TABLE "admin_users" ADD COLUMN "name_en" text;--> statement-breakpoint
-- A public article shows its author's name in each language.
create or replace function note_renamed_authors() returns trigger language plpgsql as $$
declare ids integer[];
begin
  select array_agg(articles.id) into ids from public.articles
    where author_id in (
      select changed.id from changed join before using (id)
      where (changed.name, changed.name_en) is distinct from (before.name, before.name_en));
  if ids is not null then perform public.raise_content_counter('articles', ids); end if;
  return null;
end $$;
