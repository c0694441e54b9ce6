-- Money between the installation's seller and its companies: terms with their history, prepaid deposits, the ledger,
-- payments and invoices.
--
-- Amounts are numeric: 12,2 for payments, 14,4 for unit prices, deposits, holds and the ledger. Companies that have
-- moved money cannot be deleted.

-- The seller of Daybook to the companies: one row. Periods and days of terms count in its zone.
create table seller (
  id uuid primary key,
  name text not null default '',
  address text not null default '',
  registration text not null default '',
  vat_id text not null default '',
  iban text not null default '',
  bic text not null default '',
  time_zone text not null default 'UTC',
  -- In percent; null while the seller has not said it.
  vat_rate numeric(5,2) check (vat_rate between 0 and 100),
  -- How many days companies have to pay an invoice, from its issue.
  due_days integer not null default 14 check (due_days between 0 and 365)
);
create unique index seller_only_one on seller ((true));
grant select on seller to daybook_company;

-- Prices and limits of a company, by day. The first terms of a company begin without a bound, so that every day has
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

-- Uses of a company, once per source. Written when a hold is settled; the deposit has paid it.
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

-- Payments of companies. The status is a merge of facts that only grow, so that notices of a provider may come in any
-- order; an operator's decision precedes them.
create table payments (
  company_id uuid not null references companies on delete restrict,
  id uuid not null,
  number bigint not null generated always as identity (start with 100001) unique,
  -- The reference of its transfer (ISO 11649), which a trigger writes.
  reference text not null default '',
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
  invoice_id uuid,
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
create unique index payments_one_open on payments (invoice_id) where status in ('created', 'pending');
create index payments_invoice on payments (company_id, invoice_id) where invoice_id is not null;
create index payments_reference on payments (reference);
-- A caller of the company asks for a payment of an amount; everything else about it is the operator's or the
-- provider's.
call guard_company_reading('payments');
create policy of_company_new on payments for insert to daybook_company with check (company_id = current_company());
grant insert (company_id, id, amount, created_at, created_by) on payments to daybook_company;
grant insert (invoice_id) on payments to daybook_company;

-- The changes of a payment, in order. `step` is also that of the transaction in the ledger.
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

-- From which day a company is invoiced, and the first day of the month that comes next.
create table billing (
  company_id uuid primary key references companies on delete cascade,
  since date not null,
  next_period date not null check (extract(day from next_period) = 1),
  -- The first day of which uses may not be billed yet: a run looks no further back, however many uses there were over
  -- the years. It stays a month behind the last invoice with uses, for those that were counted while it was issued.
  uses_from date not null default '2000-01-01'
);
create index billing_next on billing (next_period, company_id);
call guard_company_reading('billing');

-- Empty fields are those of the company itself.
create table billing_profiles (
  company_id uuid primary key references companies on delete cascade,
  -- The legal name.
  name text not null default '',
  address text not null default '',
  -- ISO 3166-1.
  country text not null default '' check (country ~ '^([A-Z]{2})?$'),
  vat_id text not null default '',
  -- An operator has checked that it belongs to the company.
  vat_id_checked_at timestamptz check (vat_id_checked_at is null or vat_id <> ''),
  -- Where invoices are mailed to; empty for the administrators of the company.
  billing_e_mail text not null default '',
  -- A text for the invoices of the company, such as the number of an order.
  reference text not null default ''
);
call guard_company_table('billing_profiles');

create table invoice_series (
  series text primary key,
  last_number bigint not null default 0,
  last_hash bytea not null default ''
);

create table invoices (
  company_id uuid not null references companies on delete restrict,
  id uuid not null,
  kind text not null check (kind in ('periodic', 'single', 'credit_note')),
  series text not null references invoice_series on delete restrict,
  number bigint not null,
  label text not null generated always as (series || '-' || lpad(number::text, greatest(6, length(number::text)), '0')) stored,
  issued_at timestamptz not null,
  due_date date not null,
  period_start date not null,
  -- Inclusive.
  period_end date not null,
  net numeric(12,2) not null,
  vat numeric(12,2) not null,
  grand_total numeric(12,2) not null check (grand_total = net + vat),
  currency text not null default 'EUR' check (currency = 'EUR'),
  -- Both as they were when the invoice was issued.
  seller jsonb not null,
  buyer jsonb not null,
  -- Of a credit note: the invoice that it cancels. Of an invoice that was issued again: the one in whose place it
  -- stands.
  credits_id uuid,
  replaces_id uuid,
  previous_hash bytea not null,
  hash bytea not null,
  reference text not null generated always as
    (transfer_reference(series || lpad(number::text, greatest(6, length(number::text)), '0'))) stored,
  primary key (company_id, id),
  unique (id),
  unique (series, number),
  unique (credits_id),
  unique (replaces_id),
  foreign key (company_id, credits_id) references invoices (company_id, id) on delete restrict,
  foreign key (company_id, replaces_id) references invoices (company_id, id) on delete restrict,
  check ((kind = 'credit_note') = (credits_id is not null)),
  check (replaces_id is null or kind = 'single'),
  check ((grand_total > 0) = (kind <> 'credit_note'))
);
create unique index invoices_one_each_month on invoices (company_id, period_start) where kind = 'periodic';
create index invoices_issued on invoices (company_id, issued_at desc, id desc);
create index invoices_issued_of_all on invoices (issued_at desc, id desc);
create index invoices_due on invoices (company_id, due_date);
create index invoices_due_of_all on invoices (due_date);
create index invoices_label on invoices (company_id, label);
create index invoices_label_of_all on invoices (label);
create index invoices_total on invoices (company_id, grand_total);
create index invoices_total_of_all on invoices (grand_total);
call guard_company_reading('invoices');

alter table payments add foreign key (company_id, invoice_id) references invoices (company_id, id) on delete restrict;

create table invoice_lines (
  company_id uuid not null,
  invoice_id uuid not null,
  position integer not null,
  kind text not null check (kind in ('month', 'users', 'locations', 'sms')),
  -- The days of the line, inclusive.
  first_day date not null,
  last_day date not null,
  quantity integer not null check (quantity > 0),
  -- Per month and unit; null where uses have prices of their own.
  unit_price numeric(12,2),
  discount_percentage numeric(5,2) not null default 0,
  net numeric(12,2) not null,
  primary key (company_id, invoice_id, position),
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete restrict
    deferrable initially deferred
);
call guard_company_reading('invoice_lines');

-- VAT of each category (EN 16931: S standard rate, AE reverse charge, E exempt, O not subject to VAT), of the sum of
-- its lines.
create table invoice_vat (
  company_id uuid not null,
  invoice_id uuid not null,
  category text not null check (category in ('S', 'AE', 'E', 'O')),
  rate numeric(5,2) not null,
  basis numeric(12,2) not null,
  vat numeric(12,2) not null,
  primary key (company_id, invoice_id, category, rate),
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete restrict
    deferrable initially deferred
);
call guard_company_reading('invoice_vat');

-- Each use is billed once. An invoice that was issued again bills the uses of the one that it replaces.
create table invoice_line_usage (
  company_id uuid not null,
  usage_id uuid not null,
  invoice_id uuid not null,
  primary key (company_id, usage_id),
  foreign key (company_id, usage_id) references usage (company_id, id) on delete restrict,
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete restrict
    deferrable initially deferred
);
create index invoice_line_usage_invoice on invoice_line_usage (company_id, invoice_id);
call guard_company_reading('invoice_line_usage');

-- How an invoice was paid: from the deposit when it was issued, by a payment (negative when that is cancelled), or by
-- its credit note, which moves its payments to the deposit.
create table invoice_settlements (
  company_id uuid not null,
  invoice_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('deposit', 'payment', 'credit', 'moved')),
  payment_id uuid,
  amount numeric(12,2) not null check (amount <> 0),
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete restrict
    deferrable initially deferred,
  foreign key (company_id, payment_id) references payments (company_id, id) on delete restrict,
  check ((payment_id is not null) = (kind in ('payment', 'moved')))
);
create index invoice_settlements_invoice on invoice_settlements (company_id, invoice_id);
create index invoice_settlements_payment on invoice_settlements (company_id, payment_id);
call guard_company_reading('invoice_settlements');

-- The invoices of which something is to be paid: overdue notices read these alone, however many were paid over the
-- years. Invoices cannot be changed, so this is a table of its own, written by triggers of invoices and settlements.
create table open_invoices (
  company_id uuid not null,
  invoice_id uuid not null,
  due_date date not null,
  primary key (company_id, invoice_id),
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete restrict
);
create index open_invoices_due on open_invoices (due_date, invoice_id);
call guard_company_reading('open_invoices');

-- The overdue notices that were sent: level 1 to 3.
create table dunning (
  company_id uuid not null,
  invoice_id uuid not null,
  level integer not null check (level between 1 and 3),
  created_at timestamptz not null,
  primary key (company_id, invoice_id, level),
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete restrict
);
call guard_company_reading('dunning');

-- The file of each invoice: known with it, made after the commit. The bytes are in the store of files; `pdf_hash` is
-- null until they are there.
create table invoice_files (
  company_id uuid not null,
  invoice_id uuid not null,
  id uuid not null default gen_random_uuid() unique,
  -- Of the document, chosen when the file is made.
  language text,
  pdf_hash bytea,
  -- Of the XML that the PDF contains.
  xml_hash bytea,
  size integer,
  made_at timestamptz,
  -- When the mail with the file was queued.
  announced_at timestamptz,
  primary key (company_id, invoice_id),
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete restrict
    deferrable initially deferred,
  check (num_nulls(language, pdf_hash, xml_hash, size, made_at) in (0, 5))
);
create index invoice_files_to_make on invoice_files (invoice_id) where pdf_hash is null;
call guard_company_reading('invoice_files');

-- A link of a mail opens one file without a session. Only the hash of its token is known here.
create table invoice_links (
  token_hash bytea primary key,
  company_id uuid not null,
  invoice_id uuid not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  foreign key (company_id, invoice_id) references invoice_files (company_id, invoice_id) on delete restrict
);
create index invoice_links_invoice on invoice_links (company_id, invoice_id);
create index invoice_links_expiry on invoice_links (expires_at);
call guard_company_reading('invoice_links');

-- Runs of `verify:books`; `wrong` has the records that contradict others.
create table book_runs (
  id uuid primary key,
  started_at timestamptz not null,
  ended_at timestamptz,
  -- Checks that are done, of all.
  done integer not null default 0,
  total integer not null,
  wrong jsonb not null default '[]'
);
create index book_runs_started on book_runs (started_at desc);
