-- Money between the installation's seller and its companies: terms with their history, prepaid deposits, the ledger and
-- payments.
--
-- Amounts are numeric: 12,2 for payments, 14,4 for unit prices, deposits, holds and the ledger. Companies that have moved
-- money cannot be deleted.

-- Lets callers of a company read the rows of their company; only the owner's queries write them.
create procedure guard_company_reading(tenant regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', tenant);
  execute format('create policy of_company on %s for select to daybook_company using (company_id = current_company())', tenant);
  execute format('grant select on %s to daybook_company', tenant);
end $$;

-- The seller of Daybook to the companies: one row. Periods and days of terms count in its zone.
create table seller (
  id uuid primary key,
  name text not null default '',
  address text not null default '',
  registration text not null default '',
  vat_id text not null default '',
  iban text not null default '',
  bic text not null default '',
  time_zone text not null default 'UTC'
);
create unique index seller_only_one on seller ((true));
insert into seller (id) values ('00000000-0000-7000-8000-000000000021');
grant select on seller to daybook_company;
call watch_table('seller', audited => true, published => false);

-- The seller's calendar day at an instant.
create function seller_day(at timestamptz) returns date language sql stable parallel safe as
  $$ select (at at time zone s.time_zone)::date from seller s $$;

alter table plans add extra_user_cost numeric(12,2), add extra_location_cost numeric(12,2);

-- What a company pays and may use, by day. The first terms of a company begin without a bound, so that every day has
-- terms; a change closes the present ones.
create table company_terms (
  company_id uuid not null references companies on delete cascade,
  id uuid not null,
  valid daterange not null check (not isempty(valid)),
  monthly_cost numeric(12,2) not null default 0 check (monthly_cost >= 0),
  sms_cost numeric(12,4) not null default 0 check (sms_cost >= 0),
  discount_months integer not null default 0 check (discount_months >= 0),
  discount_percentage numeric(5,2) not null default 0 check (discount_percentage between 0 and 100),
  max_users integer not null default 10 check (max_users >= 0),
  max_locations integer not null default 3 check (max_locations >= 0),
  -- Per month beyond the maximum; null where none can be added.
  extra_user_cost numeric(12,2) check (extra_user_cost >= 0),
  extra_location_cost numeric(12,2) check (extra_location_cost >= 0),
  currency text not null default 'EUR' check (currency = 'EUR'),
  primary key (company_id, id),
  constraint company_terms_do_not_overlap exclude using gist (company_id with =, valid with &&)
);
call guard_company_reading('company_terms');
call watch_table('company_terms', audited => true, published => true);

-- The prices of what the deposit pays, by day, for the areas that use it up; written together with the terms.
create table unit_prices (
  company_id uuid not null references companies on delete cascade,
  kind text not null check (kind in ('sms')),
  valid daterange not null check (not isempty(valid)),
  price numeric(14,4) not null check (price >= 0),
  currency text not null default 'EUR' check (currency = 'EUR'),
  primary key (company_id, kind, valid),
  constraint unit_prices_do_not_overlap exclude using gist (company_id with =, kind with =, valid with &&)
);
call guard_company_reading('unit_prices');

insert into company_terms (company_id, id, valid, monthly_cost, sms_cost, discount_months, discount_percentage, max_users, max_locations)
  select id, gen_random_uuid(), daterange(null, null), monthly_cost, sms_cost, discount_months, discount_percentage, max_users, max_locations
  from companies;
insert into unit_prices (company_id, kind, valid, price) select company_id, 'sms', valid, sms_cost from company_terms;

-- The prepaid balance of a company: what was paid in less what was used, and the part that is reserved.
create table deposits (
  company_id uuid primary key references companies on delete restrict,
  posted numeric(14,4) not null default 0,
  held numeric(14,4) not null default 0 check (held >= 0),
  credit_limit numeric(14,4) not null default 0 check (credit_limit >= 0),
  currency text not null default 'EUR' check (currency = 'EUR'),
  constraint deposits_not_overdrawn check (posted - held >= -credit_limit)
);
call guard_company_reading('deposits');

-- A part of the deposit that is reserved for something, such as an SMS, until that is settled or released.
create table holds (
  company_id uuid not null references deposits on delete restrict,
  id uuid not null,
  source_kind text not null,
  source_id uuid not null,
  -- Gross.
  amount numeric(14,4) not null check (amount > 0),
  settled numeric(14,4),
  released numeric(14,4),
  currency text not null default 'EUR' check (currency = 'EUR'),
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (company_id, id),
  unique (source_kind, source_id),
  constraint holds_end_whole check (case when ended_at is null then settled is null and released is null
    else settled >= 0 and released >= 0 and settled + released = amount end)
);
create index holds_open on holds (company_id) where ended_at is null;
call guard_company_reading('holds');

-- What a company has used up, once per source. Written when a hold is settled; the deposit has paid it.
create table usage (
  company_id uuid not null references deposits on delete restrict,
  id uuid not null,
  kind text not null,
  source_id uuid not null,
  amount numeric(14,4) not null check (amount > 0),
  currency text not null default 'EUR' check (currency = 'EUR'),
  -- The seller's calendar day.
  day date not null,
  created_at timestamptz not null,
  primary key (company_id, id),
  unique (kind, source_id)
);
create index usage_day on usage (company_id, day);
call guard_company_reading('usage');

-- The seller's ledger. Debits are positive.
create table accounts (
  key text primary key,
  kind text not null check (kind in ('asset', 'liability', 'income', 'equity'))
);
insert into accounts (key, kind) values
  ('bank', 'asset'), -- What was paid in and out.
  ('receivables', 'asset'), -- What companies owe.
  ('deposits', 'liability'), -- What companies have paid in and not used.
  ('usage', 'income'), -- What was used from deposits.
  ('opening', 'equity'); -- Balances from before the ledger.
grant select on accounts to daybook_company;

-- A movement of money, once per cause and step.
create table transactions (
  company_id uuid not null references companies on delete restrict,
  id uuid not null,
  kind text not null,
  cause uuid not null,
  step integer not null,
  created_at timestamptz not null,
  primary key (company_id, id),
  unique (kind, cause, step)
);
create index transactions_created on transactions (company_id, created_at desc);
call guard_company_reading('transactions');

create table entries (
  company_id uuid not null,
  transaction_id uuid not null,
  account text not null references accounts on delete restrict,
  amount numeric(14,4) not null check (amount <> 0),
  currency text not null default 'EUR' check (currency = 'EUR'),
  primary key (company_id, transaction_id, account),
  foreign key (company_id, transaction_id) references transactions (company_id, id) on delete restrict
);
create index entries_account on entries (account, company_id);
call guard_company_reading('entries');

-- Refuses a statement whose entries do not sum to zero in each transaction: then all entries of each do.
create function check_entries_balance() returns trigger language plpgsql as $$
declare
  wrong uuid;
begin
  select transaction_id into wrong from written group by company_id, transaction_id having sum(amount) <> 0 limit 1;
  if wrong is not null then
    raise exception 'the entries of transaction % do not sum to zero', wrong using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger entries_balance after insert on entries referencing new table as written
  for each statement execute function check_entries_balance();

-- Keeps rows as they were written, whichever role asks.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % cannot be changed or deleted', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger unchangeable before update or delete or truncate on entries for each statement execute function refuse_change();
create trigger unchangeable before update or delete or truncate on transactions for each statement execute function refuse_change();

-- Payments of companies. Its status is a merge of facts that only grow, so that notices of a provider may come in any
-- order; an operator's decision precedes them.
create table payments (
  company_id uuid not null references companies on delete restrict,
  id uuid not null,
  number bigint not null generated always as identity (start with 100001) unique,
  -- The reference of a transfer (ISO 11649), whose check digits banks verify.
  reference text not null generated always as ('RF' || lpad((98 - (number::text || '271500')::numeric % 97)::text, 2, '0')
    || number::text) stored unique,
  amount numeric(12,2) not null check (amount > 0),
  currency text not null default 'EUR' check (currency = 'EUR'),
  created_at timestamptz not null,
  created_by uuid,
  -- Null for a payment without a provider: a transfer that an operator confirms.
  provider text,
  provider_ref text,
  captured numeric(12,2) not null default 0 check (captured >= 0),
  refunded numeric(12,2) not null default 0 check (refunded >= 0),
  disputed numeric(12,2) not null default 0 check (disputed >= 0),
  reinstated numeric(12,2) not null default 0 check (reinstated >= 0),
  failed boolean not null default false,
  seen_pending boolean not null default false,
  manual text check (manual in ('confirmed', 'cancelled')),
  status text not null generated always as (case
    when manual is not null then manual
    when captured - refunded - disputed + reinstated > 0 then 'confirmed'
    when captured > 0 or failed then 'cancelled'
    when seen_pending then 'pending'
    else 'created' end) stored,
  confirmed_at timestamptz,
  primary key (company_id, id),
  unique (id),
  unique (provider, provider_ref)
);
create index payments_created on payments (company_id, created_at desc, id desc);
create index payments_of_all on payments (created_at desc, id desc);
create index payments_status on payments (status, created_at desc);
create index payments_amount on payments (company_id, amount);
create index payments_amount_of_all on payments (amount);
create index payments_confirmed on payments (company_id, confirmed_at);
create index payments_confirmed_of_all on payments (confirmed_at);
-- A caller of the company asks for a payment of an amount; everything else about it is the operator's or the provider's.
call guard_company_reading('payments');
create policy of_company_new on payments for insert to daybook_company with check (company_id = current_company());
grant insert (company_id, id, amount, created_at, created_by) on payments to daybook_company;
call watch_table('payments', audited => true, published => true);

-- What happened to a payment, in order. `step` is also that of the transaction in the ledger.
create table payment_moves (
  company_id uuid not null,
  payment_id uuid not null,
  step integer not null,
  kind text not null check (kind in ('confirmed', 'cancelled')),
  -- The operator; null for a provider.
  user_id uuid,
  created_at timestamptz not null,
  primary key (company_id, payment_id, step),
  foreign key (company_id, payment_id) references payments (company_id, id) on delete restrict
);
call guard_company_reading('payment_moves');
create trigger unchangeable before update or delete or truncate on payment_moves for each statement execute function refuse_change();

-- Balances of today are paid in by an opening transaction.
insert into deposits (company_id, posted, credit_limit)
  select id, additional_balance, greatest(-additional_balance, 0) from companies where additional_balance <> 0;
with opened as (
  insert into transactions (company_id, id, kind, cause, step, created_at)
    select company_id, gen_random_uuid(), 'opening', company_id, 1, now() from deposits returning company_id, id
)
insert into entries (company_id, transaction_id, account, amount)
  select o.company_id, o.id, a.account, case a.account when 'opening' then d.posted else -d.posted end
  from opened o join deposits d using (company_id) cross join (values ('opening'), ('deposits')) a (account);

alter table companies drop additional_balance, drop monthly_cost, drop sms_cost, drop discount_months,
  drop discount_percentage, drop max_users, drop max_locations;

-- Adds a feed item for every operator in every company where they operate. A caller of a company may notify them, and
-- reads nothing of them. `texts` has the text in each language.
create function remind_operators(item_type text, texts jsonb, item_link text, at timestamptz) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into reminders (company_id, user_id, id, type, text, link, created_at)
  select e.company_id, e.user_id, gen_random_uuid(), item_type, coalesce(texts ->> l.key, texts ->> 'en'), item_link, at
  from employees e join users u on u.id = e.user_id left join languages l on l.id = u.language_id
  where (e.company_id, e.user_id) in (
    select own.company_id, own.user_id from user_actions own join actions a on a.id = own.action_id where a.name = 'sys'
    union
    select of.company_id, of.user_id from user_groups of
      join group_actions given on given.group_id = of.group_id join actions a on a.id = given.action_id where a.name = 'sys')
$$;
revoke execute on function remind_operators from public;
grant execute on function remind_operators to daybook_company;
