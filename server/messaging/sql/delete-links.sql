-- Deletes the tokens of a message's links once it was sent or given up: they are its recipient's alone from then on.
create or replace function delete_links() returns trigger language plpgsql as $$
begin
  new.links := '{}';
  return new;
end $$;
create or replace trigger deliveries_links before update of state, given_up_at on deliveries
  for each row when (new.links <> '{}'
    and (new.state in ('sent', 'delivered', 'undelivered', 'cancelled') or new.given_up_at is not null))
  execute function delete_links();
