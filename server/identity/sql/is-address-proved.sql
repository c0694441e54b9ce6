-- Whether an address is proved: by a link, or as that of an account. Mails of staff need the answer as well, under the
-- role of their company, which reads neither table.
create or replace function is_address_proved(address text) returns boolean language sql stable security definer
  set search_path = public, pg_temp as $$
  select exists (select from proved_addresses where address_hash = sha256(convert_to(lower(address), 'UTF8')))
    or exists (select from users u where lower(u.log_in) = lower(address) and u.e_mail_verified_at is not null)
$$;
