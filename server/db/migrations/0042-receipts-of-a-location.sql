-- The receipts of a location, the latest first.
create index receipts_by_location on receipts (company_id, location_id, created_at desc, id desc);
