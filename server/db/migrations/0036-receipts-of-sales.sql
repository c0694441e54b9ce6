-- Receipts of what a shop sells, too: without a visit, with quantities, several payments, and refunds of single lines.

-- They name columns that go. The SQL files create them again.
drop trigger if exists unchangeable_row on receipts;
drop trigger if exists unchangeable_row on receipt_lines;
drop view if exists open_facts;
drop view if exists report_facts;

alter table receipts
  alter column visit_id drop not null,
  -- The customer of a receipt without a visit; any other one is of the customer of its visit.
  add column contact_id uuid,
  -- The register that wrote it, its session, and its number there: 1, 2, 3, without a gap.
  add column register_id uuid,
  add column session_id uuid,
  add column number integer check (number > 0),
  drop constraint receipts_amount_check,
  drop constraint receipts_check,
  drop constraint receipts_company_id_refunds_id_key,
  add constraint receipts_sign check (case when refunds_id is null then amount >= 0 else amount <= 0 end),
  add constraint receipts_one_customer check (visit_id is null or contact_id is null),
  add constraint receipts_of_register check (num_nulls(register_id, session_id, number) in (0, 3)),
  add constraint receipts_register foreign key (company_id, register_id) references devices (company_id, id) on delete restrict;
create unique index receipts_number on receipts (company_id, register_id, number) where register_id is not null;
create index receipts_contact on receipts (company_id, contact_id) where contact_id is not null;
create index receipts_refunds on receipts (company_id, refunds_id) where refunds_id is not null;

-- How a receipt was paid, or a refund paid out; their sum is its amount. None of a receipt of nothing.
create table receipt_payments (
  company_id uuid not null,
  receipt_id uuid not null,
  position integer not null,
  method text not null check (method in ('cash', 'card', 'transfer')),
  amount numeric(12,2) not null check (amount <> 0),
  -- Of cash: what the customer handed over, and what they got back.
  given numeric(12,2),
  change numeric(12,2),
  primary key (company_id, receipt_id, position),
  foreign key (company_id, receipt_id) references receipts (company_id, id) on delete restrict,
  check (num_nulls(given, change) in (0, 2)),
  check (given is null or (method = 'cash' and amount > 0 and change >= 0 and given - change = amount))
);
insert into receipt_payments (company_id, receipt_id, position, method, amount)
  select company_id, id, 0, method, amount from receipts;
alter table receipts drop column method;
call guard_company_table('receipt_payments');
revoke update, delete on receipt_payments from daybook_company;
-- A merge of customers moves their receipts.
grant update (contact_id) on receipts to daybook_company;

alter table receipt_lines
  alter column visit_id drop not null,
  alter column event_id drop not null,
  add column kind text not null default 'service' check (kind in ('service', 'product', 'discount')),
  -- Of a refund, the quantity that goes back is negative.
  add column quantity numeric(12,3) not null default 1 check (quantity <> 0),
  -- Of a discount, negative.
  add column unit_price numeric(14,4) not null default 0,
  -- How much of the quantity was refunded since.
  add column refunded numeric(12,3) not null default 0,
  -- The line that a refund takes back, or a line of the same receipt that is discounted.
  add column ref_receipt_id uuid,
  add column ref_position integer;
update receipt_lines l set quantity = -1, unit_price = -l.amount, ref_receipt_id = r.refunds_id, ref_position = l.position
  from receipts r where l.is_refund and r.company_id = l.company_id and r.id = l.receipt_id;
update receipt_lines set unit_price = amount, refunded = case when refund_id is null then 0 else 1 end where not is_refund;
alter table receipt_lines
  drop column is_refund,
  drop column refund_id,
  alter column kind drop default,
  alter column quantity drop default,
  alter column unit_price drop default,
  add constraint receipt_lines_of_event check (num_nulls(visit_id, event_id) in (0, 2)),
  add constraint receipt_lines_ref_pair check (num_nulls(ref_receipt_id, ref_position) in (0, 2)),
  add constraint receipt_lines_refers check (
    case when quantity < 0 then ref_receipt_id is not null when kind = 'discount' then coalesce(ref_receipt_id = receipt_id, false)
    else ref_receipt_id is null end),
  add constraint receipt_lines_refunded check (refunded between 0 and greatest(quantity, 0)),
  add constraint receipt_lines_whole_services check (kind <> 'service' or quantity = trunc(quantity)),
  add constraint receipt_lines_sign check (case kind when 'discount' then unit_price <= 0 else unit_price >= 0 end
    and amount * quantity * case kind when 'discount' then -1 else 1 end >= 0),
  -- The parts of a discount, and of a refund of some pieces, are rounded so that they sum up.
  add constraint receipt_lines_amount check (kind = 'discount' or quantity < 0 or amount = round(quantity * unit_price, 2)),
  add constraint receipt_lines_ref foreign key (company_id, ref_receipt_id, ref_position)
    references receipt_lines (company_id, receipt_id, position) on delete restrict;
-- A part of a visit is in at most one receipt that was not refunded.
create unique index receipt_lines_paid_once on receipt_lines (company_id, visit_id, event_id)
  where kind = 'service' and quantity > 0 and refunded < quantity;
create index receipt_lines_ref on receipt_lines (company_id, ref_receipt_id, ref_position) where ref_receipt_id is not null;
grant update (refunded) on receipt_lines to daybook_company;
