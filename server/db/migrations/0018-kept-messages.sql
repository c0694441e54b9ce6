-- Messages that no route took, until the operator sends or discards them.
create index deliveries_kept on deliveries (company_id, created_at) where state = 'kept' and given_up_at is null;
