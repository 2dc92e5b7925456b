ALTER TABLE "media" ADD COLUMN "focal_x" double precision DEFAULT 0.5 NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "focal_y" double precision DEFAULT 0.5 NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "placeholder" text;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "pages" integer;
--> statement-breakpoint
-- The snapshot shows images beside the records that use them. Unlike content, only what readers see is noted: an upload
-- in progress changes nothing for them.
create function note_changed_images() returns trigger language plpgsql as $$
declare ids integer[];
begin
  if tg_op = 'INSERT' then
    select array_agg(id) into ids from changed where state = 'ready';
  elsif tg_op = 'DELETE' then
    select array_agg(id) into ids from before where state = 'ready';
  else
    select array_agg(coalesce(changed.id, before.id)) into ids
      from before full join changed using (id)
      where (before.state = 'ready' or changed.state = 'ready') and before is distinct from changed;
  end if;
  if ids is not null then perform public.raise_content_counter('media', ids); end if;
  return null;
end $$;
--> statement-breakpoint
create trigger images_inserted after insert on media
  referencing new table as changed for each statement execute function note_changed_images();
--> statement-breakpoint
create trigger images_updated after update on media
  referencing old table as before new table as changed for each statement execute function note_changed_images();
--> statement-breakpoint
create trigger images_deleted after delete on media
  referencing old table as before for each statement execute function note_changed_images();
--> statement-breakpoint
create trigger images_truncated after truncate on media
  for each statement execute function note_truncated_table('media');
