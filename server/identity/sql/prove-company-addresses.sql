-- Marks the addresses of the companies that a person administers as verified when they are the person's own verified
-- address.
create or replace function prove_company_addresses(person uuid) returns void language sql security definer
  set search_path = public, pg_temp as $$
  update companies c set verified_e_mail = c.e_mail, e_mail_verified_at = u.e_mail_verified_at
  from users u join user_actions ua on ua.user_id = u.id join actions a on a.id = ua.action_id and a.name = 'admin'
  where u.id = person and u.e_mail_verified_at is not null and c.id = ua.company_id and lower(c.e_mail) = lower(u.log_in)
    and lower(c.verified_e_mail) <> lower(c.e_mail)
$$;

-- A person's address is verified in several ways: by a link, an invitation, a new password.
create or replace function prove_addresses_of_person() returns trigger language plpgsql as $$
begin
  perform prove_company_addresses(new.id);
  return null;
end $$;
create or replace trigger users_verified after update of e_mail_verified_at on users
  for each row when (new.e_mail_verified_at is not null) execute function prove_addresses_of_person();
