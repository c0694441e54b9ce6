-- Receipts stay as they were written.

-- Of receipts the person may become unknown, a merge of customers moves them, and the number of the registered device
-- is entered later. Of lines, more may have been refunded.
create or replace function refuse_receipt_change() returns trigger language plpgsql as $$
begin
  raise exception '% cannot be changed', tg_table_name using errcode = 'restrict_violation';
end $$;
create or replace trigger unchangeable before delete or truncate on receipts
  for each statement execute function refuse_change();
create or replace trigger unchangeable_row before update on receipts for each row
  when ((to_jsonb(old) - '{user_id,contact_id,device_number}'::text[])
      is distinct from (to_jsonb(new) - '{user_id,contact_id,device_number}'::text[])
    or (old.device_number is null) is distinct from (new.device_number is null))
  execute function refuse_receipt_change();
create or replace trigger unchangeable before delete or truncate on receipt_lines
  for each statement execute function refuse_change();
create or replace trigger unchangeable_row before update on receipt_lines for each row
  when ((to_jsonb(old) - 'refunded') is distinct from (to_jsonb(new) - 'refunded') or new.refunded < old.refunded)
  execute function refuse_receipt_change();
create or replace trigger unchangeable before update or delete or truncate on receipt_payments
  for each statement execute function refuse_change();
