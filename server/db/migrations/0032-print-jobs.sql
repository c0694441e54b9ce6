-- The states of devices, and the papers that wait for them.

-- Apart from the record that people edit: it changes with every poll, has no audit, and its key is a secret.
create table device_states (
  company_id uuid not null,
  device_id uuid not null,
  -- SHA-256 of its key.
  key_hash bytea,
  -- Of the application or firmware, and since when it has it.
  version text not null default '',
  version_at timestamptz,
  -- The last poll with its key.
  seen_at timestamptz,
  -- The reason why it cannot print, as it said: empty, or a fault of contract/devices/print-jobs.ts.
  fault text not null default '',
  fault_at timestamptz,
  -- The media types that it reads, as it said, and the highest picture (rows).
  media text[] not null default '{}',
  max_height integer,
  -- When the administrators were told that its papers wait.
  stalled_at timestamptz,
  primary key (company_id, device_id),
  foreign key (company_id, device_id) references devices (company_id, id) on delete cascade
);
create index device_states_device on device_states (device_id);
create unique index device_states_key on device_states (key_hash) where key_hash is not null;
call guard_company_table('device_states');
insert into device_states (company_id, device_id, version, version_at, seen_at)
  select company_id, id, version, version_at, seen_at from devices;

drop index devices_key;
alter table devices drop column key_hash, drop column version, drop column version_at, drop column seen_at;

create table print_jobs (
  company_id uuid not null references companies on delete cascade,
  id uuid not null,
  -- Null: the print dialog of the person's browser.
  device_id uuid,
  location_id uuid not null,
  type_id uuid not null references listing_types on delete cascade,
  -- The file of its template at that moment, one of the operator; null for that of the product.
  template_id uuid,
  language text not null,
  -- The values of its template, as server/devices/paper/paper-types.ts declares them.
  document jsonb not null,
  -- For people who look at the queue, such as the customer and the time.
  title text not null,
  -- One paper for each cause, device and copy, however often it is asked for.
  cause_kind text not null,
  cause_key text not null,
  copy integer not null default 0 check (copy >= 0),
  -- A long paper has several parts, known once it is rendered. Copies may begin with a later one.
  part integer not null default 0 check (part >= 0),
  parts integer check (part < parts),
  state text not null default 'waiting'
    check (state in ('waiting', 'handed', 'printed', 'failed', 'uncertain', 'expired', 'cancelled')),
  -- Names the job to printers that allow few letters.
  short_id text not null,
  -- Of the present handing over.
  token text,
  -- How often it was handed over.
  tries integer not null default 0,
  -- The media in which it did not print, so that the next one is tried.
  refused_media text[] not null default '{}',
  -- The code that the printer gave, and the reason of a failure: one of contract/devices/print-jobs.ts.
  code text not null default '',
  reason text not null default '',
  created_by uuid,
  created_at timestamptz not null,
  handed_at timestamptz,
  settled_at timestamptz,
  expires_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, device_id) references devices (company_id, id) on delete cascade,
  foreign key (company_id, location_id) references locations (company_id, id) on delete cascade
);
create unique index print_jobs_once on print_jobs
  (company_id, cause_kind, cause_key, coalesce(device_id, '00000000-0000-0000-0000-000000000000'), copy, part);
create unique index print_jobs_short_id on print_jobs (short_id);
-- A device prints one paper at a time.
create unique index print_jobs_handed on print_jobs (device_id) where state = 'handed' and device_id is not null;
create index print_jobs_waiting on print_jobs (device_id, created_at, id) where state = 'waiting';
create index print_jobs_expiring on print_jobs (expires_at) where state = 'waiting';
create index print_jobs_unsettled on print_jobs (handed_at) where state = 'handed';
create index print_jobs_latest on print_jobs (company_id, created_at desc, id desc);
create index print_jobs_of_location on print_jobs (company_id, location_id, created_at desc, id desc);
create index print_jobs_type on print_jobs (type_id);
create index print_jobs_template on print_jobs (template_id) where state in ('waiting', 'handed');
create index print_jobs_of_device on print_jobs (company_id, device_id);
create index print_jobs_old on print_jobs (created_at);
call guard_company_table('print_jobs');
call watch_table('print_jobs', audited => false, published => true);
