-- Rates of VAT have a first day. `seller.vat_rate` and `services.vat_rate` count from always, until the first of these.

create table seller_vat_rates (
  from_day date primary key,
  -- In percent.
  rate numeric(5,2) not null check (rate between 0 and 100)
);
grant select on seller_vat_rates to daybook_company;

create table service_vat_rates (
  company_id uuid not null,
  service_id uuid not null,
  from_day date not null,
  -- In percent.
  rate numeric(5,2) not null check (rate between 0 and 100),
  primary key (company_id, service_id, from_day),
  foreign key (company_id, service_id) references services (company_id, id) on delete cascade
);
call guard_company_table('service_vat_rates');

call watch_table('service_vat_rates', audited => true, published => true);
call watch_table('seller_vat_rates', audited => true, published => false);

-- The category and rate of VAT of a line. Null in invoices from before, which have one row of `invoice_vat`.
alter table invoice_lines
  add column vat_category text check (vat_category in ('S', 'AE', 'E', 'O')),
  add column vat_rate numeric(5,2);
