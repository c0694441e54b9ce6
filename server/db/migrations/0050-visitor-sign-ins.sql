-- Browsers in which visitors see all appointments with their address. A row begins with the link of a mail; the click
-- there signs a browser in. Records of no company: company-scoped requests do not see them.
create table visitor_sign_ins (
  id uuid primary key,
  address_hash bytea not null,
  -- Until the link is used: the cookie of a browser has its address.
  token_hash bytea unique,
  e_mail text not null default '',
  created_at timestamptz not null,
  -- Of the link, then of the browser.
  expires_at timestamptz not null,
  constraint visitor_sign_ins_link check ((token_hash is null) = (e_mail = ''))
);
create index visitor_sign_ins_address on visitor_sign_ins (address_hash);
create index visitor_sign_ins_expiry on visitor_sign_ins (expires_at);

-- Links to single appointments that such a browser has opened end with it.
alter table action_links add column sign_in_id uuid references visitor_sign_ins on delete cascade;
create index action_links_sign_in on action_links (sign_in_id) where sign_in_id is not null;

-- The newest visits of an address, which may be that of a company with thousands.
drop index visits_e_mail;
create index visits_e_mail on visits (lower(e_mail), start_at) where e_mail <> '';

-- The name "appointments" stands for no location and no person.
update locations l set url_name = l.url_name || '-' || (
    select min(n) from generate_series(2, 1000) n
    where not exists (select from locations other where lower(other.url_name) = lower(l.url_name) || '-' || n))
  where lower(l.url_name) = 'appointments';
update employees e set url_name = e.url_name || '-' || (
    select min(n) from generate_series(2, 1000) n
    where not exists (
      select from employees other
      where other.company_id = e.company_id and lower(other.url_name) = lower(e.url_name) || '-' || n))
  where lower(e.url_name) = 'appointments';
