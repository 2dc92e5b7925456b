-- A new name waits for transactions that give its account an article, of which it cannot know yet: their reference has locked
-- the account. They in turn wait for a new name that came first.
create or replace function note_renamed_authors() returns trigger language plpgsql as $$
declare
  renamed integer[];
  ids integer[];
begin
  select array_agg(changed.id) into renamed from changed join before using (id)
    where (changed.name, changed.name_en) is distinct from (before.name, before.name_en);
  if renamed is null then return null; end if;
  perform 1 from public.admin_users where id = any(renamed) order by id for update;
  select array_agg(id) into ids from public.articles where author_id = any(renamed);
  if ids is not null then perform public.raise_content_counter('articles', ids); end if;
  return null;
end $$;
