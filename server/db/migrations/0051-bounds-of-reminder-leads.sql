-- The hours before a visit at which reminders leave, as the contract has them. One lead that no interval can hold would
-- stop the reminders of all companies: they are found by one query.

create function are_reminder_leads(leads integer[]) returns boolean language sql immutable as $$
  select coalesce(array_ndims(leads), 1) = 1 and cardinality(leads) <= 3 and array_position(leads, null) is null
    and 2 <= all (leads) and 168 >= all (leads)
$$;

create function bounded_leads(leads integer[]) returns integer[] language sql immutable as $$
  select array(select lead from unnest(leads) lead where lead between 2 and 168 group by lead order by lead desc limit 3)
$$;
update companies set reminder_leads = bounded_leads(reminder_leads) where not are_reminder_leads(reminder_leads);
update services set reminder_leads = bounded_leads(reminder_leads) where not are_reminder_leads(reminder_leads);
update employees set reminder_leads = bounded_leads(reminder_leads) where not are_reminder_leads(reminder_leads);
update restored_people
  set belongings = jsonb_set(belongings, '{employees,0,reminder_leads}', '[]')
  where case when jsonb_typeof(belongings #> '{employees,0,reminder_leads}') = 'array'
    then jsonb_array_length(belongings #> '{employees,0,reminder_leads}') > 3
      or jsonb_path_exists(belongings, '$.employees[0].reminder_leads[*] ? (!(@ >= 2 && @ <= 168))')
    else false end;
drop function bounded_leads;

alter table companies drop constraint companies_reminder_leads_check,
  add constraint companies_reminder_leads_check check (are_reminder_leads(reminder_leads));
alter table services drop constraint services_reminder_leads_check,
  add constraint services_reminder_leads_check check (are_reminder_leads(reminder_leads));
alter table employees drop constraint employees_reminder_leads_check,
  add constraint employees_reminder_leads_check check (are_reminder_leads(reminder_leads));
