-- Rights beyond a user's own actions: groups of actions and pages, and pages granted to one user; sessions that are locked or
-- belong to somebody who acts as another; and the record of who did what.

create table groups (
  id uuid primary key,
  name text not null unique,
  description text not null default '',
  is_system boolean not null default false,
  only_sys boolean not null default false
);

create table group_actions (
  group_id uuid not null references groups on delete cascade,
  action_id uuid not null references actions on delete cascade,
  primary key (group_id, action_id)
);
create index group_actions_action on group_actions (action_id);

create table group_pages (
  group_id uuid not null references groups on delete cascade,
  page_id uuid not null references pages on delete cascade,
  primary key (group_id, page_id)
);
create index group_pages_page on group_pages (page_id);

create table user_groups (
  company_id uuid not null,
  user_id uuid not null,
  group_id uuid not null references groups on delete cascade,
  primary key (company_id, user_id, group_id),
  foreign key (company_id, user_id) references employees on delete cascade
);
create index user_groups_group on user_groups (group_id);

create table user_pages (
  company_id uuid not null,
  user_id uuid not null,
  page_id uuid not null references pages on delete cascade,
  primary key (company_id, user_id, page_id),
  foreign key (company_id, user_id) references employees on delete cascade
);
create index user_pages_page on user_pages (page_id);

grant select on groups, group_actions, group_pages to daybook_company;
call guard_company_table('user_groups');
call guard_company_table('user_pages');

-- What a user may do in a company, his own and by his groups, each list in order: read with every session, so a change counts at once.
create function effective_rights(company uuid, person uuid)
  returns table (actions text[], groups text[], pages text[]) language sql stable parallel safe as $$
  select
    array(
      select a.name from user_actions own join actions a on a.id = own.action_id
      where own.company_id = company and own.user_id = person
      union
      select a.name from user_groups of join group_actions given on given.group_id = of.group_id join actions a on a.id = given.action_id
      where of.company_id = company and of.user_id = person
      order by 1),
    array(
      select g.name from user_groups of join groups g on g.id = of.group_id
      where of.company_id = company and of.user_id = person order by 1),
    array(
      select p.s_ref from user_pages own join pages p on p.id = own.page_id
      where own.company_id = company and own.user_id = person
      union
      select p.s_ref from user_groups of join group_pages given on given.group_id = of.group_id join pages p on p.id = given.page_id
      where of.company_id = company and of.user_id = person
      order by 1)
$$;

-- Whose page it is without any grant; a grant opens it to others.
alter table pages add may text not null default 'user' check (may in ('user', 'lcladmin', 'admin', 'sys'));

alter table sessions
  -- Set while the lock screen stands before everything.
  add locked_at timestamptz,
  -- Who really acts, when somebody acts as this session's user.
  add impersonator_id uuid references users on delete cascade,
  -- The impersonator's own session, to which he returns.
  add return_to uuid references sessions on delete cascade;
create index sessions_return_to on sessions (return_to);

-- Sign-ins, failures, locks, grants, impersonations, exports. Names are kept as they were, whatever becomes of the accounts.
create table user_audits (
  id uuid primary key,
  created_at timestamptz not null,
  company_id uuid references companies on delete set null,
  user_id uuid references users on delete set null,
  user_name text not null,
  -- Who really acted; equal to the user unless impersonating.
  actor_name text not null,
  text text not null,
  address text not null default ''
);
create index user_audits_created on user_audits (created_at desc, id desc);
create index user_audits_user on user_audits (user_id, created_at desc);

call guard_company_table('user_audits');
