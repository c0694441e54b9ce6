-- Variants and extras of services: what they add to the minutes and the price of the person who does the service.
create table service_options (
  company_id uuid not null,
  id uuid not null,
  service_id uuid not null,
  -- A booking of a service with variants names exactly one; extras come on top.
  kind text not null check (kind in ('variant', 'extra')),
  name text not null,
  minutes integer not null default 0 check (minutes between 0 and 1440),
  price numeric(12,2) not null default 0 check (price >= 0),
  -- In percent. Null: the rate of the service, as all have until a receipt has several lines for a part.
  vat_rate numeric(5,2) check (vat_rate between 0 and 100),
  position integer not null,
  -- How often one appointment can have it.
  max_count integer not null default 1 check (max_count between 1 and 20),
  is_active boolean not null default true,
  primary key (company_id, id),
  foreign key (company_id, service_id) references services (company_id, id) on delete cascade,
  constraint service_options_variant_once check (kind = 'extra' or max_count = 1)
);
create index service_options_service on service_options (company_id, service_id, position);
call guard_company_table('service_options');
call watch_table('service_options', audited => true, published => true);

-- The variant and the extras of a part as they were booked. Its minutes and price include them.
create table visit_part_options (
  company_id uuid not null,
  visit_id uuid not null,
  event_id uuid not null,
  position integer not null,
  option_id uuid,
  kind text not null check (kind in ('variant', 'extra')),
  name text not null,
  count integer not null default 1 check (count > 0),
  -- Of one of them.
  minutes integer not null,
  price numeric(12,2) not null,
  -- In percent. Null: the rate of the service.
  vat_rate numeric(5,2),
  primary key (company_id, visit_id, event_id, position),
  foreign key (company_id, visit_id, event_id) references visit_parts on delete cascade,
  foreign key (company_id, option_id) references service_options (company_id, id) on delete set null (option_id)
);
create index visit_part_options_option on visit_part_options (company_id, option_id) where option_id is not null;
call guard_company_table('visit_part_options');
call watch_table('visit_part_options', audited => false, published => false);
