-- SMPP: a kind of SMS gateway with one lasting link, which one process holds (docs/decisions/0067-smpp.md).

alter table sms_gateways drop constraint sms_gateways_kind_check;
alter table sms_gateways
  -- `smpp`: a lasting link to an SMSC.
  add constraint sms_gateways_kind_check check (kind in ('mail', 'http', 'smpp', 'file')),
  add column system_type text not null default '',
  -- Type and plan of the sender's number; `auto`: by its shape.
  add column source_ton text not null default 'auto',
  add column source_npi text not null default 'auto',
  -- What texts of the GSM alphabet are sent as.
  add column data_coding text not null default 'gsm' check (data_coding in ('gsm', 'ucs2')),
  -- In which notation responses and receipts name an SMS.
  add column message_ids text not null default 'same'
    check (message_ids in ('same', 'hexInResponse', 'decimalInResponse')),
  -- Requests without a response at one time.
  add column window_size integer not null default 10 check (window_size between 1 and 100);

-- Which process is bound to a route that takes one link only. Its holder renews it; another process binds once it has
-- ended. The times are those of the database.
create table route_binds (
  route_id uuid primary key,
  holder uuid not null,
  held_until timestamptz not null
);
