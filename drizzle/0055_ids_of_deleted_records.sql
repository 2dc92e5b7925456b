-- Imports of former releases gave ids of deleted records to new ones. The deleted record gets another id, with what was written
-- about it until it was deleted; of several with one id, the last deleted keeps it unless a record has it.
do $$
declare
  entry record;
  records regclass;
  is_taken boolean;
  new_id integer;
begin
  for entry in select id, resource, record_id, deleted_at from trash where resource <> 'media' order by deleted_at, id loop
    records := to_regclass(format('public.%I', replace(entry.resource, '-', '_')));
    continue when records is null;
    execute format('select exists (select 1 from %s where id = $1)', records) into is_taken using entry.record_id;
    is_taken := is_taken or exists (select 1 from trash later where later.resource = entry.resource
      and later.record_id = entry.record_id and (later.deleted_at, later.id) > (entry.deleted_at, entry.id));
    continue when not is_taken;
    new_id := nextval(pg_get_serial_sequence(records::text, 'id'));
    update trash set record_id = new_id, state = jsonb_set(state, '{id}', to_jsonb(new_id)) where id = entry.id;
    update revisions set record_id = new_id
      where resource = entry.resource and record_id = entry.record_id and created_at <= entry.deleted_at;
    update comments set record_id = new_id
      where resource = entry.resource and record_id = entry.record_id and created_at <= entry.deleted_at;
    update reviews set record_id = new_id
      where resource = entry.resource and record_id = entry.record_id and requested_at <= entry.deleted_at;
    update working_copies set record_id = new_id
      where resource = entry.resource and record_id = entry.record_id and updated_at <= entry.deleted_at;
  end loop;
end $$;
