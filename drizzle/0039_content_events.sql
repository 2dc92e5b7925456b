-- What the event streams tell. The announcement of a content change says what panels show of it: its kind, the records
-- (null: more than 100), who made it and when. Replicas of the release before read its first two words.
create function raise_content_counter(changed_resource text, changed_ids integer[], change text) returns void
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
  perform pg_notify('frontage_content', changed_resource || ' ' || next_counter || ' ' || json_build_object(
    'change', change,
    'ids', case when cardinality(changed_ids) <= 100 then changed_ids end,
    'actor', nullif(current_setting('frontage.actor', true), '')::json,
    'at', now()));
end $$;
--> statement-breakpoint
create or replace function raise_content_counter(changed_resource text, changed_ids integer[]) returns void
  language sql set search_path = public as $$
  select raise_content_counter(changed_resource, changed_ids, 'updated')
$$;
--> statement-breakpoint
create or replace function note_changed_rows() returns trigger language plpgsql as $$
declare ids integer[];
begin
  select array_agg(id) into ids from changed;
  if ids is not null then
    perform public.raise_content_counter(tg_argv[0], ids, case tg_op when 'INSERT' then 'created' else 'deleted' end);
  end if;
  return null;
end $$;
--> statement-breakpoint
-- Sessions that may have ended: replicas close their streams.
create function announce_ended_sessions() returns trigger language plpgsql as $$
begin
  perform pg_notify('frontage_events', '{"type":"sessions"}');
  return null;
end $$;
--> statement-breakpoint
create trigger sessions_revoked after insert on revoked_tokens
  for each statement execute function announce_ended_sessions();
--> statement-breakpoint
create trigger accounts_changed after delete or update of role, disabled, token_version on admin_users
  for each statement execute function announce_ended_sessions();
--> statement-breakpoint
create trigger persons_changed after update of disabled on users
  for each statement execute function announce_ended_sessions();
--> statement-breakpoint
-- Lists outside of the content that panels show: their changes name no record.
create function announce_changed_list() returns trigger language plpgsql as $$
begin
  perform pg_notify('frontage_events', json_build_object(
    'type', 'changed',
    'id', right(gen_random_uuid()::text, 12),
    'data', json_build_object(
      'resource', tg_argv[0], 'id', null, 'actor', null, 'at', now(),
      'change', case tg_op when 'INSERT' then 'created' when 'DELETE' then 'deleted' else 'updated' end
    ))::text);
  return null;
end $$;
--> statement-breakpoint
create trigger messages_changed after insert or delete or update on contact_messages
  for each statement execute function announce_changed_list('messages');
--> statement-breakpoint
create trigger subscribers_changed after insert or delete or update on newsletter_subscribers
  for each statement execute function announce_changed_list('newsletter');
--> statement-breakpoint
create function announce_working_copy() returns trigger language plpgsql as $$
declare copy public.working_copies := coalesce(new, old);
begin
  perform pg_notify('frontage_events', json_build_object(
    'type', 'changed',
    'id', right(gen_random_uuid()::text, 12),
    'data', json_build_object(
      'resource', copy.resource, 'id', copy.record_id, 'at', now(),
      'actor', nullif(current_setting('frontage.actor', true), '')::json,
      'change', case tg_op when 'DELETE' then 'draft_deleted' else 'draft_saved' end
    ))::text);
  return null;
end $$;
--> statement-breakpoint
create trigger working_copies_changed after insert or delete or update on working_copies
  for each row execute function announce_working_copy();
