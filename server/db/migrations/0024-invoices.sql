-- Invoices of the seller to the companies, issued each month in arrears.
--
-- Invoices have no drafts: a row is an issued invoice. Its lines, VAT and uses are inserted before it, because its number
-- is taken last; the trigger `number_invoice` gives it the next number of its series and its hash.

-- In percent; null while the seller has not said it.
alter table seller add vat_rate numeric(5,2) check (vat_rate between 0 and 100);

insert into accounts (key, kind) values
  ('sales', 'income'), -- What was invoiced, without VAT.
  ('vat', 'liability'), -- VAT of what was invoiced.
  ('rounding', 'income'); -- Parts of cents between uses and their invoice.

-- From which day a company is invoiced, and the first day of the month that comes next.
create table billing (
  company_id uuid primary key references companies on delete cascade,
  since date not null,
  next_period date not null check (extract(day from next_period) = 1)
);
create index billing_next on billing (next_period, company_id);
call guard_company_reading('billing');

create table invoice_series (
  series text primary key,
  last_number bigint not null default 0,
  last_hash bytea not null default ''
);
insert into invoice_series (series) values ('INV'), ('CN');

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
  -- Of a credit note: the invoice that it cancels. Of an invoice that was issued again: the one in whose place it stands.
  credits_id uuid,
  replaces_id uuid,
  previous_hash bytea not null,
  hash bytea not null,
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
call watch_table('invoices', audited => false, published => true);

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
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete restrict deferrable initially deferred
);
call guard_company_reading('invoice_lines');

-- VAT of each category (EN 16931: S standard rate, O not subject to VAT), of the sum of its lines.
create table invoice_vat (
  company_id uuid not null,
  invoice_id uuid not null,
  category text not null check (category in ('S', 'O')),
  rate numeric(5,2) not null,
  basis numeric(12,2) not null,
  vat numeric(12,2) not null,
  primary key (company_id, invoice_id, category, rate),
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete restrict deferrable initially deferred
);
call guard_company_reading('invoice_vat');

-- Each use is billed once. An invoice that was issued again bills the uses of the one that it replaces.
create table invoice_line_usage (
  company_id uuid not null,
  usage_id uuid not null,
  invoice_id uuid not null,
  primary key (company_id, usage_id),
  foreign key (company_id, usage_id) references usage (company_id, id) on delete restrict,
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete restrict deferrable initially deferred
);
create index invoice_line_usage_invoice on invoice_line_usage (company_id, invoice_id);
call guard_company_reading('invoice_line_usage');

alter table payments add invoice_id uuid,
  add foreign key (company_id, invoice_id) references invoices (company_id, id) on delete restrict;
create unique index payments_one_open on payments (invoice_id) where status in ('created', 'pending');
create index payments_invoice on payments (company_id, invoice_id) where invoice_id is not null;
grant insert (invoice_id) on payments to daybook_company;

-- How an invoice was paid: from the deposit when it was issued, by a payment (negative when that is cancelled), or by its
-- credit note, which moves its payments to the deposit.
create table invoice_settlements (
  company_id uuid not null,
  invoice_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('deposit', 'payment', 'credit', 'moved')),
  payment_id uuid,
  amount numeric(12,2) not null check (amount <> 0),
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete restrict deferrable initially deferred,
  foreign key (company_id, payment_id) references payments (company_id, id) on delete restrict,
  check ((payment_id is not null) = (kind in ('payment', 'moved')))
);
create index invoice_settlements_invoice on invoice_settlements (company_id, invoice_id);
create index invoice_settlements_payment on invoice_settlements (company_id, payment_id);
call guard_company_reading('invoice_settlements');
call watch_table('invoice_settlements', audited => false, published => true);

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

-- Everything of an invoice that its hash protects, as text.
create function invoice_content(i invoices) returns text language sql stable as $$
  select concat_ws(E'\x1f', i.series, i.number, i.company_id, i.id, i.kind, extract(epoch from i.issued_at), i.due_date - date '2000-01-01',
    i.period_start - date '2000-01-01', i.period_end - date '2000-01-01', i.net, i.vat, i.grand_total, i.currency, i.seller, i.buyer,
    coalesce(i.credits_id::text, ''), coalesce(i.replaces_id::text, ''),
    (select string_agg(concat_ws(E'\x1f', l.position, l.kind, l.first_day - date '2000-01-01', l.last_day - date '2000-01-01', l.quantity,
        coalesce(l.unit_price::text, ''), l.discount_percentage, l.net), E'\x1e' order by l.position)
      from invoice_lines l where l.company_id = i.company_id and l.invoice_id = i.id),
    (select string_agg(concat_ws(E'\x1f', v.category, v.rate, v.basis, v.vat), E'\x1e' order by v.category, v.rate)
      from invoice_vat v where v.company_id = i.company_id and v.invoice_id = i.id))
$$;

-- Locks the series until the end of the transaction, so that numbers have no gaps: insert invoices last.
create function number_invoice() returns trigger language plpgsql as $$
begin
  select last_number + 1, last_hash into strict new.number, new.previous_hash
    from invoice_series where series = new.series for update;
  new.hash := sha256(new.previous_hash || convert_to(invoice_content(new), 'UTF8'));
  update invoice_series set last_number = new.number, last_hash = new.hash where series = new.series;
  return new;
end $$;
create trigger numbered before insert on invoices for each row execute function number_invoice();

-- Refuses further parts of an invoice that is issued.
create function refuse_issued() returns trigger language plpgsql as $$
begin
  if exists (select from invoices where company_id = new.company_id and id = new.invoice_id) then
    raise exception 'invoice % is issued', new.invoice_id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger not_issued before insert on invoice_lines for each row execute function refuse_issued();
create trigger not_issued before insert on invoice_vat for each row execute function refuse_issued();
create trigger not_issued before insert on invoice_line_usage for each row execute function refuse_issued();

create trigger unchangeable before update or delete or truncate on invoices for each statement execute function refuse_change();
create trigger unchangeable before update or delete or truncate on invoice_lines for each statement execute function refuse_change();
create trigger unchangeable before update or delete or truncate on invoice_vat for each statement execute function refuse_change();
create trigger unchangeable before update or delete or truncate on invoice_line_usage for each statement execute function refuse_change();
create trigger unchangeable before update or delete or truncate on invoice_settlements for each statement execute function refuse_change();
create trigger unchangeable before update or delete or truncate on dunning for each statement execute function refuse_change();
