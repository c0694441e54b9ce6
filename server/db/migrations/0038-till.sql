-- The till: products, what a shop may record where, baskets, sessions of registers, and their journal.

-- How sales are recorded at a location. Without a row: no till.
create table till_places (
  company_id uuid not null,
  location_id uuid not null,
  -- ISO 3166-1 alpha-2; decides which modes its law allows (contract/till/duties.ts).
  country text not null check (country ~ '^[A-Z]{2}$'),
  -- Plain: records only. Beside: a registered device makes the fiscal receipt, whose number is entered here.
  mode text not null check (mode in ('off', 'plain', 'beside')),
  primary key (company_id, location_id),
  foreign key (company_id, location_id) references locations (company_id, id) on delete cascade
);
call guard_company_table('till_places');
call watch_table('till_places', audited => true, published => true);

create table products (
  company_id uuid not null references companies on delete cascade,
  id uuid not null,
  name text not null,
  -- Empty: none.
  barcode text not null default '',
  price numeric(12,2) not null check (price >= 0),
  -- In percent; null while it is not known. Counts until the first of product_vat_rates.
  vat_rate numeric(5,2) check (vat_rate between 0 and 100),
  -- Has a key of its own on the screen of the till.
  has_key boolean not null default false,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
create unique index products_barcode on products (company_id, barcode) where barcode <> '';
create index products_name on products (company_id, name, id);
create index products_price on products (company_id, price, id);
create index products_active on products (company_id, is_active, id);
call guard_company_table('products');
call watch_table('products', audited => true, published => true);

create table product_vat_rates (
  company_id uuid not null,
  product_id uuid not null,
  from_day date not null,
  -- In percent.
  rate numeric(5,2) not null check (rate between 0 and 100),
  primary key (company_id, product_id, from_day),
  foreign key (company_id, product_id) references products (company_id, id) on delete cascade
);
call guard_company_table('product_vat_rates');
call watch_table('product_vat_rates', audited => true, published => true);

-- The last numbers of a register: of its receipts, of its Z, and of its journal, with the hash. Locked by each act of the
-- register until it commits, so that numbers have no gaps.
create table till_registers (
  company_id uuid not null,
  register_id uuid not null,
  last_number integer not null default 0,
  last_z integer not null default 0,
  last_entry integer not null default 0,
  last_hash bytea not null default '',
  primary key (company_id, register_id),
  foreign key (company_id, register_id) references devices (company_id, id) on delete restrict
);
call guard_company_table('till_registers');

create table till_sessions (
  company_id uuid not null,
  id uuid not null,
  register_id uuid not null,
  location_id uuid not null,
  opened_at timestamptz not null,
  opened_by uuid references users on delete set null,
  opening_cash numeric(12,2) not null check (opening_cash >= 0),
  closed_at timestamptz,
  closed_by uuid references users on delete set null,
  counted_cash numeric(12,2) check (counted_cash >= 0),
  z_number integer check (z_number > 0),
  -- As till_totals had it at the closing.
  z jsonb,
  primary key (company_id, id),
  foreign key (company_id, register_id) references till_registers (company_id, register_id) on delete restrict,
  foreign key (company_id, location_id) references locations (company_id, id) on delete restrict,
  check (num_nulls(closed_at, counted_cash, z_number, z) in (0, 4))
);
create unique index till_sessions_open on till_sessions (company_id, register_id) where closed_at is null;
create unique index till_sessions_z on till_sessions (company_id, register_id, z_number) where z_number is not null;
create index till_sessions_latest on till_sessions (company_id, opened_at desc, id desc);
create index till_sessions_of_location on till_sessions (company_id, location_id) where closed_at is null;
call guard_company_table('till_sessions');
call watch_table('till_sessions', audited => true, published => true);

-- Cash that comes in or goes out without a receipt; the difference of a closing; the drawer opened without a sale.
create table till_moves (
  company_id uuid not null,
  id uuid not null,
  session_id uuid not null,
  kind text not null check (kind in ('in', 'out', 'difference', 'drawer')),
  -- By how much the cash changes.
  amount numeric(12,2) not null,
  reason text not null,
  user_id uuid references users on delete set null,
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, session_id) references till_sessions (company_id, id) on delete restrict,
  check (case kind when 'in' then amount > 0 when 'out' then amount < 0 when 'drawer' then amount = 0 else true end)
);
create index till_moves_of_session on till_moves (company_id, session_id, created_at);
call guard_company_table('till_moves');
revoke update, delete on till_moves from daybook_company;

-- Every act of a register, each with the hash of all before it.
create table till_journal (
  company_id uuid not null,
  register_id uuid not null,
  -- 1, 2, 3, without a gap.
  entry integer not null check (entry > 0),
  kind text not null check (kind in ('opened', 'receipt', 'move', 'closed')),
  -- The session, receipt or move.
  subject_id uuid not null,
  at timestamptz not null,
  previous_hash bytea not null,
  hash bytea not null,
  primary key (company_id, register_id, entry),
  foreign key (company_id, register_id) references till_registers (company_id, register_id) on delete restrict
);
create unique index till_journal_subject on till_journal (company_id, subject_id, kind);
call guard_company_table('till_journal');
revoke update, delete on till_journal from daybook_company;

-- Sales that are being prepared. The receipt of a sale has the id of its basket.
create table till_baskets (
  company_id uuid not null,
  id uuid not null,
  register_id uuid not null,
  contact_id uuid,
  -- As contract/till/baskets.ts has them.
  lines jsonb not null,
  discount numeric(12,2) not null default 0 check (discount >= 0),
  -- Counts the changes.
  revision integer not null default 1,
  user_id uuid references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, register_id) references devices (company_id, id) on delete cascade,
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete set null (contact_id)
);
create index till_baskets_of_register on till_baskets (company_id, register_id, created_at);
create index till_baskets_contact on till_baskets (company_id, contact_id) where contact_id is not null;
call guard_company_table('till_baskets');
call watch_table('till_baskets', audited => false, published => true);

alter table receipts
  -- Of the registered device that made the fiscal receipt: empty until it is entered; null where there is none.
  add column device_number text,
  add constraint receipts_session foreign key (company_id, session_id) references till_sessions (company_id, id) on delete restrict;
create index receipts_session on receipts (company_id, session_id) where session_id is not null;
create index receipts_without_device_number on receipts (company_id, location_id, day) where device_number = '';
alter table receipt_lines add column product_id uuid;
grant update (device_number) on receipts to daybook_company;
