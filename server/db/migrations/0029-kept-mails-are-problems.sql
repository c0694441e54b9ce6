-- A mail that no server takes is a problem that waits for a person.
drop index deliveries_problems;
drop index deliveries_problems_company;
create index deliveries_problems on deliveries (created_at desc, id desc)
  where given_up_at is null
    and (state in ('failed', 'undelivered', 'uncertain', 'expired', 'held', 'kept') or state = 'queued' and reason <> '');
create index deliveries_problems_company on deliveries (company_id, created_at desc, id desc)
  where given_up_at is null
    and (state in ('failed', 'undelivered', 'uncertain', 'expired', 'held', 'kept') or state = 'queued' and reason <> '');
