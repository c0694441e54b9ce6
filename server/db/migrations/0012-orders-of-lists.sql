-- Indexes for the orders of the lists of payments, invoices and files: each is read from one, however long the list is.

create index payments_number_of_status on payments (company_id,
  (array_position(array['created', 'pending', 'confirmed', 'cancelled'], status) - 1), id);
create index payments_number_of_status_of_all on payments (
  (array_position(array['created', 'pending', 'confirmed', 'cancelled'], status) - 1), id);
create index payments_is_confirmed on payments (company_id, (status = 'confirmed'), id);
create index payments_is_confirmed_of_all on payments ((status = 'confirmed'), id);
create index payments_transaction on payments (company_id, folded(provider_ref), id);
create index payments_transaction_of_all on payments (folded(provider_ref), id);

create index invoices_period_start on invoices (company_id, period_start, id);
create index invoices_period_start_of_all on invoices (period_start, id);
create index invoices_period_end on invoices (company_id, period_end, id);
create index invoices_period_end_of_all on invoices (period_end, id);

create index files_system on files (is_system, id);
