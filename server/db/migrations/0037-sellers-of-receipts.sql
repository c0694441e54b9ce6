-- The company as the seller, as its receipts name it.
create table receipt_sellers (
  company_id uuid primary key references companies on delete cascade,
  -- Empty: the receipts have the name and the address of the company.
  name text not null default '',
  address text not null default '',
  registration text not null default '',
  vat_id text not null default '',
  -- Exempt: it charges no VAT, and its receipts state none.
  vat_regime text not null default 'standard' check (vat_regime in ('standard', 'exempt'))
);
call guard_company_table('receipt_sellers');
call watch_table('receipt_sellers', audited => true, published => true);

-- The seller as it was; null of receipts from before.
alter table receipts add column seller jsonb;
