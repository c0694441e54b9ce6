-- What a company says about itself as a buyer, for its invoices; the runs that verify the books; and plans as a list.

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
  -- What the company wants to read on its invoices, such as the number of an order.
  reference text not null default ''
);
call guard_company_table('billing_profiles');
call watch_table('billing_profiles', audited => true, published => true);

-- Another VAT id is not checked yet, and a caller of a company checks none.
create function uncheck_vat_id() returns trigger language plpgsql as $$
begin
  if current_user = 'daybook_company' or new.vat_id is distinct from old.vat_id then
    new.vat_id_checked_at := case when new.vat_id is not distinct from old.vat_id then old.vat_id_checked_at end;
  end if;
  return new;
end $$;
create trigger vat_id_unchecked before insert or update on billing_profiles for each row execute function uncheck_vat_id();

-- The category of VAT (EN 16931) of what the seller sells to a buyer: O without a VAT id of the seller; AE, reverse charge,
-- when the buyer's VAT id was checked and belongs to another country of the European Union; S otherwise.
create function vat_category(seller_vat_id text, buyer_vat_id text, is_checked boolean) returns text
  language sql immutable parallel safe as $$
  select case when seller_vat_id = '' then 'O'
    when is_checked and s.country = any(eu) and b.country = any(eu) and s.country <> b.country then 'AE' else 'S' end
  from (select upper(left(ltrim(seller_vat_id), 2)) as country) s, (select upper(left(buyer_vat_id, 2)) as country) b,
    (select '{AT,BE,BG,CY,CZ,DE,DK,EE,EL,ES,FI,FR,HR,HU,IE,IT,LT,LU,LV,MT,NL,PL,PT,RO,SE,SI,SK,XI}'::text[] as eu) e
$$;

alter table invoice_vat drop constraint invoice_vat_category_check,
  add constraint invoice_vat_category_check check (category in ('S', 'AE', 'O'));

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
call watch_table('book_runs', audited => false, published => true);

-- Lists name their rows by an id; plans have numbers, which links to the registration name.
alter table plans add id uuid not null unique default gen_random_uuid(),
  add check (extra_user_cost >= 0), add check (extra_location_cost >= 0);

-- Whether a company has terms for each of these days.
create function has_terms(company uuid, days daterange) returns boolean language sql stable parallel safe as $$
  select coalesce(range_agg(t.valid) @> days, false) from company_terms t where t.company_id = company
$$;
