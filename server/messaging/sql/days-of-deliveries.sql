-- The local day on which a message was sent; null before that.
create or replace function set_delivery_day() returns trigger language plpgsql as $$
begin
  new.day := case when new.state in ('sent', 'delivered', 'undelivered') then wall_time(new.settled_at, new.time_zone)::date end;
  return new;
end $$;
create or replace trigger deliveries_insert_day_sent before insert on deliveries for each row
  when (new.state in ('sent', 'delivered', 'undelivered') or new.day is not null) execute function set_delivery_day();
create or replace trigger deliveries_update_day_sent before update on deliveries for each row
  when (new.state in ('sent', 'delivered', 'undelivered') or new.day is not null) execute function set_delivery_day();
