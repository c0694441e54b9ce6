-- An attempt is found by its response and by the text of its message, whatever the medium.
create or replace function add_attempt_words() returns trigger language plpgsql as $$
begin
  new.words := folded(new.answer) || coalesce(
    chr(10) || (select words from email_messages where id = new.delivery_id),
    chr(10) || (select words from sms_messages where id = new.delivery_id), '');
  return new;
end $$;
create or replace trigger delivery_attempts_words before insert on delivery_attempts
  for each row execute function add_attempt_words();
