-- A provider may say that it will never know whether an SMS arrived.
alter table unmatched_receipts drop constraint unmatched_receipts_state_check;
alter table unmatched_receipts add constraint unmatched_receipts_state_check check (state in ('delivered', 'undelivered', 'sent'));
