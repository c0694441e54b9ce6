-- The types of paper that a location prints without being asked: slips of confirmed appointments, the list of its day.
create table automatic_papers (
  company_id uuid not null,
  location_id uuid not null,
  type_id uuid not null references listing_types on delete cascade,
  -- Of lists, which are for the team: that of the person who switched it on.
  language text not null,
  primary key (company_id, location_id, type_id),
  foreign key (company_id, location_id) references locations (company_id, id) on delete cascade
);
create index automatic_papers_type on automatic_papers (type_id);
call guard_company_table('automatic_papers');

-- The slips of a visit that still wait.
create index print_jobs_slips on print_jobs (company_id, split_part(cause_key, ' ', 1))
  where state = 'waiting' and cause_kind = 'slip';
