-- Whom mail may name as its sender, whom bookings may write to, how long an address stays suppressed, and the text by
-- which mails are found.

-- The address of the company that was proved, and when: by a link in a mail to it, or because it is the verified address
-- of an administrator. The company's address counts as verified while it is this one; another one is unverified.
alter table companies
  add column verified_e_mail text not null default '',
  add column e_mail_verified_at timestamptz;

-- Marks the addresses of the companies that a person administers as verified when they are the person's own verified
-- address.
create function prove_company_addresses(person uuid) returns void language sql security definer
  set search_path = public, pg_temp as $$
  update companies c set verified_e_mail = c.e_mail, e_mail_verified_at = u.e_mail_verified_at
  from users u join user_actions ua on ua.user_id = u.id join actions a on a.id = ua.action_id and a.name = 'admin'
  where u.id = person and u.e_mail_verified_at is not null and c.id = ua.company_id and lower(c.e_mail) = lower(u.log_in)
    and lower(c.verified_e_mail) <> lower(c.e_mail)
$$;
select prove_company_addresses(id) from users;

-- An account's address is verified in several ways: by a link, an invitation, a new password.
create function prove_addresses_of_person() returns trigger language plpgsql as $$
begin
  perform prove_company_addresses(new.id);
  return null;
end $$;
create trigger users_verified after update of e_mail_verified_at on users
  for each row when (new.e_mail_verified_at is not null) execute function prove_addresses_of_person();

-- Links of appointments name the address that they were sent to: using one proves this address. Links of purpose
-- `company` prove the address of a company.
alter table action_links drop constraint action_links_purpose;
alter table action_links add constraint action_links_purpose check (
  (purpose = 'appointment' and company_id is not null) or
  (purpose in ('verify', 'recover') and user_id is not null and event_id is null) or
  (purpose in ('invite', 'company') and company_id is not null and e_mail <> '' and event_id is null));

-- Addresses to which a link was sent and used. Only their hashes are stored.
create table proved_addresses (
  address_hash bytea primary key,
  proved_at timestamptz not null
);

-- Whether an address is proved: by a link, or as that of an account. Mails of staff ask this as well, under the role of
-- their company, which reads neither table.
create function is_address_proved(address text) returns boolean language sql stable security definer
  set search_path = public, pg_temp as $$
  select exists (select from proved_addresses where address_hash = sha256(convert_to(lower(address), 'UTF8')))
    or exists (select from users u where lower(u.log_in) = lower(address) and u.e_mail_verified_at is not null)
$$;

-- Counts an attempt within the transaction of its cause (server/lib/http/throttle.ts).
create function count_attempt(limited text, start timestamptz) returns integer language sql security definer
  set search_path = public, pg_temp as $$
  insert into throttles as t (key, window_start) values (limited, start)
  on conflict (key, window_start) do update set attempts = t.attempts + 1 returning attempts
$$;

-- The network address of the visitor who holds a time, hashed: one visitor may hold a few times of a calendar.
alter table events add column holder_hash bytea;
create index events_holder on events (holder_hash) where status = 'held';
create index events_requests on events (lower(e_mail)) where status = 'requested';

-- Suppressed addresses expire, later with each repeated rejection. Earlier entries without a response that clearly says
-- that the mailbox does not exist are deleted: relays that rejected every recipient have written some of them.
alter table suppressed_addresses rename column reason to evidence;
delete from suppressed_addresses
  where evidence !~ '\m5\.1\.(1|2|3|6|10)\M'
    and evidence !~* '(no such (user|mailbox|recipient)|(user|mailbox|recipient)( is)? unknown|unknown (user|mailbox|recipient)|mailbox not found|user not found|does not exist|user doesn''t exist)';
alter table suppressed_addresses
  add column id uuid not null default gen_random_uuid() unique,
  add column reason text not null default 'bounce' check (reason in ('bounce')),
  -- Rejections so far: the more, the longer the next entry lasts.
  add column times integer not null default 1,
  add column expires_at timestamptz;
update suppressed_addresses set expires_at = created_at + interval '30 days';
alter table suppressed_addresses alter column expires_at set not null;
create index suppressed_addresses_created on suppressed_addresses (created_at desc, id desc);
create index suppressed_addresses_expires on suppressed_addresses (expires_at);

-- Masks whatever may be the token of a link: after a slash or an equals sign, at least 22 letters with a capital. The
-- order of the conditions makes it ten times as fast as one that looks behind.
create function mask_links(words text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(words, '([/=])(?=[A-Za-z0-9_-]{22})[a-z0-9_-]*[A-Z][A-Za-z0-9_-]*', '\1***', 'g')
$$;

alter table email_messages
  -- Mail about an account is sent to suppressed addresses too: without it a person cannot sign in.
  add column purpose text not null default 'visit' check (purpose in ('account', 'visit')),
  -- The text that a search reads, without the tokens of links. PostgreSQL writes it once: no update changes its columns.
  add column words text not null generated always as (folded(from_e_mail || chr(10) || to_e_mail || chr(10) || subject
    || chr(10) || mask_links(plain))) stored;
update email_messages set purpose = 'account' where event_id is null and state in ('queued', 'sending');
alter table email_messages alter column words set statistics 1000;
create index email_messages_words on email_messages using gin (words gin_trgm_ops);
create index email_messages_to on email_messages (folded(to_e_mail), id) include (created_at, to_e_mail);
create index email_messages_subject on email_messages (folded(subject), id) include (created_at, subject);
create index email_messages_state on email_messages (state, id) include (created_at);
create index email_messages_location on email_messages (location_id);

-- An attempt is found by its response and by the text of its mail.
alter table email_message_logs add column words text not null default '';
update email_message_logs l set words = folded(l.log) || chr(10) || m.words from email_messages m where m.id = l.message_id;
create function add_mail_words() returns trigger language plpgsql as $$
begin
  new.words := folded(new.log) || chr(10) || (select words from email_messages where id = new.message_id);
  return new;
end $$;
create trigger email_message_logs_words before insert on email_message_logs
  for each row execute function add_mail_words();
alter table email_message_logs alter column words set statistics 1000;
create index email_message_logs_words on email_message_logs using gin (words gin_trgm_ops);
create index email_message_logs_log on email_message_logs (folded(log), id) include (created_at, log);
