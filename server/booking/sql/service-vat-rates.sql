-- The rates of VAT of services.

-- Returns the rate of a service on a day; null while none is known.
create or replace function service_vat_rate(service services, on_day date) returns numeric language sql stable parallel safe as $$
  select coalesce((
    select r.rate from service_vat_rates r
    where r.company_id = service.company_id and r.service_id = service.id and r.from_day <= on_day
    order by r.from_day desc limit 1), service.vat_rate)
$$;

-- A service that is deleted leaves its rate with the parts of visits, for those that are not paid yet.
create or replace function leave_vat_rates() returns trigger language plpgsql as $$
begin
  update visit_parts p set vat_rate = service_vat_rate(old, v.day)
    from visits v
    where p.company_id = old.company_id and p.service_id = old.id and v.company_id = p.company_id and v.id = p.visit_id
      and p.vat_rate is distinct from service_vat_rate(old, v.day);
  return old;
end $$;
create or replace trigger leave_vat_rates before delete on services for each row execute function leave_vat_rates();
