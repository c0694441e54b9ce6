-- A variant or an extra with a rate of VAT of its own is a line of its own on receipts.
alter table receipt_lines add column part_line integer not null default 0 check (part_line >= 0);
comment on column receipt_lines.part_line is
  'Of the lines by which one service is sold: 0 for the service, then one for each other rate of its options.';

-- A part of a visit is in at most one receipt that was not refunded.
drop index receipt_lines_paid_once;
create unique index receipt_lines_paid_once on receipt_lines (company_id, visit_id, event_id, part_line)
  where kind = 'service' and quantity > 0 and refunded < quantity;
