-- Receipts stay as they were written.

-- Of receipts only the person may become unknown.
create or replace function refuse_receipt_change() returns trigger language plpgsql as $$
begin
  raise exception '% cannot be changed', tg_table_name using errcode = 'restrict_violation';
end $$;
create or replace trigger unchangeable before delete or truncate on receipts
  for each statement execute function refuse_change();
create or replace trigger unchangeable_row before update on receipts for each row
  when ((to_jsonb(old) - 'user_id') is distinct from (to_jsonb(new) - 'user_id')) execute function refuse_receipt_change();
create or replace trigger unchangeable before delete or truncate on receipt_lines
  for each statement execute function refuse_change();
create or replace trigger unchangeable_row before update on receipt_lines for each row
  when ((to_jsonb(old) - 'refund_id') is distinct from (to_jsonb(new) - 'refund_id') or old.refund_id is not null)
  execute function refuse_receipt_change();
