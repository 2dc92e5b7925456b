CREATE TABLE "former_api_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
create function keep_token_hash() returns trigger language plpgsql as $$
begin
  insert into former_api_tokens (token_hash) values (old.token_hash) on conflict do nothing;
  return null;
end $$;--> statement-breakpoint
create trigger api_tokens_deleted after delete on api_tokens for each row execute function keep_token_hash();
