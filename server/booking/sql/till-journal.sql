-- The journal of a register: each act with a hash of it and of all before. People are left out, who may be forgotten or
-- merged, as is the company, which has another id once its archive is restored.

-- Texts are quoted as in JSON: no name of a product reads as the end of its line.

-- Returns everything of a receipt that stays as it was written.
create or replace function receipt_content(r receipts) returns jsonb language sql stable as $$
  select jsonb_build_array(r.number, r.id, extract(epoch from r.created_at), r.day - date '2000-01-01', r.location_id,
    r.session_id, r.amount, r.currency, r.seller, r.refunds_id,
    -- A line without a share, and one of a service, have the content that they had before there were others.
    (select jsonb_agg(jsonb_build_array(l.position, l.kind, l.event_id, l.product_id, l.name, l.calendar_id, l.quantity,
        l.unit_price, l.amount, l.vat_rate, l.ref_receipt_id, l.ref_position)
        || case when l.discount_percent is null then '[]' else jsonb_build_array(l.discount_percent) end
        || case when l.part_line = 0 then '[]' else jsonb_build_array(jsonb_build_object('part', l.part_line)) end
        order by l.position)
      from receipt_lines l where l.company_id = r.company_id and l.receipt_id = r.id),
    (select jsonb_agg(jsonb_build_array(p.position, p.method, p.amount, p.given, p.change) order by p.position)
      from receipt_payments p where p.company_id = r.company_id and p.receipt_id = r.id))
$$;

-- Returns what the hash of an entry protects beside the entries before, as the text of a JSON array.
create or replace function till_entry_content(e till_journal) returns text language sql stable as $$
  select jsonb_build_array(e.entry, e.kind, e.subject_id, extract(epoch from e.at), case e.kind
    when 'receipt' then (select receipt_content(r) from receipts r where r.company_id = e.company_id and r.id = e.subject_id)
    when 'move' then (
      select jsonb_build_array(m.session_id, m.kind, m.amount, m.reason, extract(epoch from m.created_at))
      from till_moves m where m.company_id = e.company_id and m.id = e.subject_id)
    when 'number' then (
      select jsonb_build_array(n.receipt_id, n.previous, n.number, extract(epoch from n.created_at))
      from till_device_numbers n where n.company_id = e.company_id and n.id = e.subject_id)
    when 'opened' then (
      select jsonb_build_array(s.location_id, s.opening_cash, extract(epoch from s.opened_at))
      from till_sessions s where s.company_id = e.company_id and s.id = e.subject_id)
    else (
      select jsonb_build_array(s.z_number, s.counted_cash, extract(epoch from s.closed_at), s.z)
      from till_sessions s where s.company_id = e.company_id and s.id = e.subject_id) end)::text
$$;

-- Appends an act that is stored already; of a receipt, with its number. The row of the register is locked until the end
-- of the transaction, before the act is numbered.
create or replace function append_till_entry(company uuid, register uuid, kind text, subject uuid, at timestamptz,
    receipt_number integer default null) returns void language plpgsql as $$
declare
  e till_journal;
begin
  select company, register, t.last_entry + 1, kind, subject, at, t.last_hash, ''::bytea into strict e
    from till_registers t where t.company_id = company and t.register_id = register;
  e.hash := sha256(e.previous_hash || convert_to(till_entry_content(e), 'UTF8'));
  insert into till_journal select e.*;
  update till_registers t set last_entry = e.entry, last_hash = e.hash, last_number = coalesce(receipt_number, t.last_number)
    where t.company_id = company and t.register_id = register;
end $$;

create or replace trigger unchangeable before update or delete or truncate on till_journal
  for each statement execute function refuse_change();
create or replace trigger unchangeable before delete or truncate on till_moves
  for each statement execute function refuse_change();
create or replace trigger unchangeable_row before update on till_moves for each row
  when ((to_jsonb(old) - 'user_id') is distinct from (to_jsonb(new) - 'user_id'))
  execute function refuse_receipt_change();
create or replace trigger unchangeable before delete or truncate on till_device_numbers
  for each statement execute function refuse_change();
create or replace trigger unchangeable_row before update on till_device_numbers for each row
  when ((to_jsonb(old) - 'user_id') is distinct from (to_jsonb(new) - 'user_id'))
  execute function refuse_receipt_change();
create or replace trigger unchangeable before delete on till_sessions for each row execute function refuse_change();
-- A session is closed once. Keys and policies keep it in its company.
create or replace trigger unchangeable_row before update on till_sessions for each row
  when ((to_jsonb(old) - '{company_id,opened_by,closed_by,closed_at,counted_cash,z_number,z}'::text[])
      is distinct from (to_jsonb(new) - '{company_id,opened_by,closed_by,closed_at,counted_cash,z_number,z}'::text[])
    or old.closed_at is not null and (to_jsonb(old) - '{company_id,opened_by,closed_by}'::text[])
      is distinct from (to_jsonb(new) - '{company_id,opened_by,closed_by}'::text[]))
  execute function refuse_receipt_change();
-- Numbers only grow.
create or replace trigger unchangeable_row before update on till_registers for each row
  when (new.last_number < old.last_number or new.last_z < old.last_z or new.last_entry < old.last_entry)
  execute function refuse_receipt_change();
