-- Payments by card or wallet: each try at a provider is an attempt, and what is known of a payment is summed up over its
-- attempts. A payment counts in the books the money received less the money returned.

alter table payments drop constraint payments_provider_provider_ref_key;
-- Its invoice has nothing left to pay. Money that is on its way counts all the same.
alter table payments add column closed boolean not null default false;
-- An attempt of it contradicts us, which an operator looks at.
alter table payments add column problem text not null default '';

-- With its indexes.
alter table payments drop column status;
alter table payments add column status text not null generated always as (case
  when manual is not null then manual
  when captured - refunded - disputed + reinstated > 0 then 'confirmed'
  when captured > 0 then 'cancelled'
  when seen_pending then 'pending'
  when closed or failed then 'cancelled'
  else 'created' end) stored;
-- Its amount in the books. An operator who has cancelled it decides about money that arrives all the same.
alter table payments add column counted numeric(12,2) not null generated always as (case manual
  when 'cancelled' then 0
  when 'confirmed' then amount + greatest(captured - refunded - disputed + reinstated, 0)
  else greatest(captured - refunded - disputed + reinstated, 0) end) stored;
create index payments_status on payments (status, created_at desc);
create unique index payments_one_open on payments (invoice_id) where status in ('created', 'pending') and not closed;
create index payments_number_of_status on payments (company_id,
  (array_position(array['created', 'pending', 'confirmed', 'cancelled'], status) - 1), created_at, id);
create index payments_number_of_status_of_all on payments (
  (array_position(array['created', 'pending', 'confirmed', 'cancelled'], status) - 1), created_at, id);
create index payments_is_confirmed on payments (company_id, (status = 'confirmed'), created_at, id);
create index payments_is_confirmed_of_all on payments ((status = 'confirmed'), created_at, id);

-- The amount that each step has booked. The trigger that refuses changes of steps is made again afterwards.
drop trigger if exists unchangeable on payment_moves;
alter table payment_moves add column amount numeric(12,2);
update payment_moves m set amount = case
  when m.kind = 'confirmed' then p.amount
  when exists (select from payment_moves b where b.company_id = m.company_id and b.payment_id = m.payment_id
    and b.step = m.step - 1 and b.kind = 'confirmed') then -p.amount
  else 0 end
from payments p where p.company_id = m.company_id and p.id = m.payment_id;
alter table payment_moves alter column amount set not null;
-- By an operator, and as the provider says.
alter table payment_moves drop constraint payment_moves_kind_check;
alter table payment_moves add constraint payment_moves_kind_check
  check (kind in ('confirmed', 'cancelled', 'received', 'returned'));

-- A try to pay a payment at a provider. Its facts only grow: notices may come twice, late and in any order.
create table payment_attempts (
  company_id uuid not null,
  -- Also the key under which its order is made once at the provider.
  id uuid not null,
  payment_id uuid not null,
  provider text not null,
  amount numeric(12,2) not null check (amount > 0),
  currency text not null default 'EUR' check (currency = 'EUR'),
  -- Null until the provider has answered.
  order_ref text,
  -- Of the money: the payment intent at Stripe, the capture at PayPal.
  transaction_ref text,
  transaction_url text,
  -- Where the payer goes.
  url text,
  -- Of the payer, with which a call whose answer was lost is repeated.
  language text not null default 'en',
  created_at timestamptz not null,
  created_by uuid,
  expires_at timestamptz not null,
  captured numeric(12,2) not null default 0 check (captured >= 0),
  refunded numeric(12,2) not null default 0 check (refunded >= 0),
  disputed numeric(12,2) not null default 0 check (disputed >= 0),
  reinstated numeric(12,2) not null default 0 check (reinstated >= 0),
  seen_pending boolean not null default false,
  failed boolean not null default false,
  -- The code of the provider, such as `card_declined`.
  failure text not null default '',
  -- Nothing can be paid any more.
  expired boolean not null default false,
  problem text not null default '' check (problem in ('', 'currency', 'foreign')),
  state text not null generated always as (case
    when captured - refunded - disputed + reinstated > 0 then 'paid'
    when captured > 0 then 'returned'
    when failed then 'failed'
    when expired then 'expired'
    when seen_pending then 'pending'
    else 'open' end) stored,
  -- When the provider is asked next; null once nothing is expected.
  due_at timestamptz,
  asked_at timestamptz,
  primary key (company_id, id),
  unique (id),
  unique (provider, order_ref),
  foreign key (company_id, payment_id) references payments (company_id, id) on delete restrict
);
create index payment_attempts_payment on payment_attempts (company_id, payment_id, created_at);
create index payment_attempts_due on payment_attempts (due_at) where due_at is not null;
create index payment_attempts_transaction on payment_attempts (provider, transaction_ref) where transaction_ref is not null;
call guard_company_reading('payment_attempts');

-- A notice of a provider, once. It is a hint: the provider is asked what is true.
create table provider_events (
  provider text not null,
  event_id text not null,
  type text not null,
  order_ref text,
  transaction_ref text,
  refund_ref text,
  received_at timestamptz not null,
  -- When it is looked at; null once it was.
  due_at timestamptz,
  tries integer not null default 0,
  outcome text not null default '' check (outcome in ('', 'merged', 'unknown', 'problem', 'ignored', 'givenUp')),
  primary key (provider, event_id)
);
create index provider_events_due on provider_events (due_at) where due_at is not null;
create index provider_events_received on provider_events (provider, received_at desc);
