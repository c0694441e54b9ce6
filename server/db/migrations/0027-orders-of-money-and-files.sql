-- The orders of payments, invoices and files. Equal values, of which there may be as many as rows, are sorted by their
-- time. A list shows a period: the rows before it are passed over in the index, whatever a column has to do with time.

drop index payments_amount, payments_amount_of_all, payments_confirmed, payments_confirmed_of_all, payments_number_of_status,
  payments_number_of_status_of_all, payments_is_confirmed, payments_is_confirmed_of_all;
create index payments_amount on payments (company_id, amount, created_at, id);
create index payments_amount_of_all on payments (amount, created_at, id);
create index payments_confirmed on payments (company_id, confirmed_at nulls first, created_at, id);
create index payments_confirmed_of_all on payments (confirmed_at nulls first, created_at, id);
create index payments_number_of_status on payments (company_id,
  (array_position(array['created', 'pending', 'confirmed', 'cancelled'], status) - 1), created_at, id);
create index payments_number_of_status_of_all on payments (
  (array_position(array['created', 'pending', 'confirmed', 'cancelled'], status) - 1), created_at, id);
create index payments_is_confirmed on payments (company_id, (status = 'confirmed'), created_at, id);
create index payments_is_confirmed_of_all on payments ((status = 'confirmed'), created_at, id);

drop index invoices_due, invoices_due_of_all, invoices_label, invoices_label_of_all, invoices_total, invoices_total_of_all,
  invoices_period_start, invoices_period_start_of_all, invoices_period_end, invoices_period_end_of_all;
create index invoices_due on invoices (company_id, due_date, issued_at, id);
create index invoices_due_of_all on invoices (due_date, issued_at, id);
create index invoices_label on invoices (company_id, folded(label), issued_at, id);
create index invoices_label_of_all on invoices (folded(label), issued_at, id);
create index invoices_total on invoices (company_id, grand_total, issued_at, id);
create index invoices_total_of_all on invoices (grand_total, issued_at, id);
create index invoices_period_start on invoices (company_id, period_start, issued_at, id);
create index invoices_period_start_of_all on invoices (period_start, issued_at, id);
create index invoices_period_end on invoices (company_id, period_end, issued_at, id);
create index invoices_period_end_of_all on invoices (period_end, issued_at, id);

create index files_name on files (folded(display_name), id);
create index files_type on files (folded(mime_type), id);
create index files_size on files (size, id);
