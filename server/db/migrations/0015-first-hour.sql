-- The first hour of a business: the setup list, public names that follow their owners, and rights of invited people.

-- A public name follows the name of its person or location until it was shared. Existing ones may have been shared.
alter table employees
  add column is_url_name_kept boolean not null default true,
  -- When the person first copied or downloaded the address of their profile.
  add column profile_shared_at timestamptz,
  add column setup_dismissed_at timestamptz;
alter table employees alter column is_url_name_kept set default false;
alter table locations add column is_url_name_kept boolean not null default true;
alter table locations alter column is_url_name_kept set default false;

-- New calendars open at the usual hours; this is when a person first saved theirs.
alter table calendars add column hours_saved_at timestamptz;

-- Businesses that exist are set up.
update employees set setup_dismissed_at = now();

-- Invitations are listed.
alter table action_links add column id uuid not null default gen_random_uuid();
create unique index action_links_id on action_links (id);

alter table action_links add constraint action_links_of_company unique (company_id, token_hash);

-- The rights of the invited person, besides those of every employee.
create table invitation_actions (
  company_id uuid not null references companies on delete cascade,
  token_hash bytea not null,
  action_id uuid not null references actions on delete cascade,
  primary key (company_id, token_hash, action_id),
  foreign key (company_id, token_hash) references action_links (company_id, token_hash) on delete cascade
);
create index invitation_actions_action on invitation_actions (action_id);
call guard_company_table('invitation_actions');

-- Maps begin where the first business is.
create index locations_created on locations (created_at, id);
