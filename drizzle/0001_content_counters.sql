-- Change counters. A statement that changes a watched table raises the counter of its resource in the same
-- transaction, notes which records it touched, and announces it at commit; plain SQL counts as well.
-- The search path is fixed because pg_restore runs with an empty one.
create function raise_content_counter(changed_resource text, changed_ids integer[]) returns void
  language plpgsql set search_path = public as $$
declare
  next_counter bigint;
  next_token uuid := gen_random_uuid();
  noted text := coalesce(current_setting('frontage.changed', true), '');
begin
  insert into content_versions as known (resource, counter, token) values (changed_resource, 1, next_token)
    on conflict (resource) do update set counter = known.counter + 1, token = excluded.token
    returning known.counter into next_counter;
  insert into content_changes (resource, counter, token, ids)
    values (changed_resource, next_counter, next_token, case when cardinality(changed_ids) <= 1000 then changed_ids end);
  delete from content_changes where resource = changed_resource and counter <= next_counter - 200;
  if not changed_resource = any (string_to_array(noted, ' ')) then
    perform set_config('frontage.changed', ltrim(noted || ' ' || changed_resource), true);
  end if;
  perform pg_notify('frontage_content', changed_resource || ' ' || next_counter);
end $$;
--> statement-breakpoint
create function note_changed_rows() returns trigger language plpgsql as $$
declare ids integer[];
begin
  select array_agg(id) into ids from changed;
  if ids is not null then perform public.raise_content_counter(tg_argv[0], ids); end if;
  return null;
end $$;
--> statement-breakpoint
create function note_updated_rows() returns trigger language plpgsql as $$
declare ids integer[];
begin
  select array_agg(id) into ids from (select id from before union select id from changed) as touched;
  if ids is not null then perform public.raise_content_counter(tg_argv[0], ids); end if;
  return null;
end $$;
--> statement-breakpoint
create function note_truncated_table() returns trigger language plpgsql as $$
begin
  perform public.raise_content_counter(tg_argv[0], null);
  return null;
end $$;
--> statement-breakpoint
-- A public article shows its author's name.
create function note_renamed_authors() returns trigger language plpgsql as $$
declare ids integer[];
begin
  select array_agg(articles.id) into ids from public.articles
    where author_id in (
      select changed.id from changed join before using (id) where changed.name is distinct from before.name);
  if ids is not null then perform public.raise_content_counter('articles', ids); end if;
  return null;
end $$;
--> statement-breakpoint
create trigger renamed_authors after update on admin_users
  referencing old table as before new table as changed for each statement execute function note_renamed_authors();
--> statement-breakpoint
create function watch_content(watched regclass, resource text) returns void language plpgsql as $$
begin
  execute format('create trigger content_inserted after insert on %s referencing new table as changed
    for each statement execute function note_changed_rows(%L)', watched, resource);
  execute format('create trigger content_updated after update on %s referencing old table as before new table as changed
    for each statement execute function note_updated_rows(%L)', watched, resource);
  execute format('create trigger content_deleted after delete on %s referencing old table as changed
    for each statement execute function note_changed_rows(%L)', watched, resource);
  execute format('create trigger content_truncated after truncate on %s
    for each statement execute function note_truncated_table(%L)', watched, resource);
end $$;
--> statement-breakpoint
insert into site_settings default values;
--> statement-breakpoint
insert into about default values;
--> statement-breakpoint
insert into contact_info default values;
--> statement-breakpoint
select watch_content(resource_table::regclass, replace(resource_table, '_', '-')) from unnest(array[
  'about', 'announcements', 'article_categories', 'articles', 'contact_info', 'faqs', 'gallery', 'heroes',
  'investment_models', 'menu', 'offices', 'pages', 'projects', 'redirects', 'seo_meta', 'services', 'site_settings',
  'social_links', 'statistics', 'team', 'testimonials', 'timeline', 'why_us', 'work_steps'
]) as resource_table;
