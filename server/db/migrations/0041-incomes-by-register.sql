-- An index for the sums of registers over days.
create index receipts_of_registers on receipts (company_id, day, register_id) include (amount) where register_id is not null;
