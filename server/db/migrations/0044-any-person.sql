-- A visit may name no person: Daybook chooses one who is free. The names "anyone" and "classes" stand for no person.
alter table visits add column any_person boolean not null default false;

-- When each person of a company was last chosen.
create index visits_any_person on visits (company_id, created_at) where any_person;

update employees e set url_name = e.url_name || '-' || (
    select min(n) from generate_series(2, 1000) n
    where not exists (
      select from employees other
      where other.company_id = e.company_id and lower(other.url_name) = lower(e.url_name) || '-' || n))
  where lower(e.url_name) in ('anyone', 'classes');
