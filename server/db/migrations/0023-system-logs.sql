-- What the application itself had to say: warnings and worse, and when a server started and stopped. The operator's, no company's.

create table system_logs (
  id uuid primary key,
  created_at timestamptz not null,
  server_name text not null,
  category_name text not null,
  -- 1 is the most urgent.
  priority integer not null check (priority between 1 and 5),
  severity text not null
    check (severity in ('Critical', 'Error', 'Warning', 'Information', 'Verbose', 'Start', 'Stop')),
  title text not null,
  message text not null,
  formatted_message text not null,
  -- What a search over all columns looks at.
  words text not null generated always as (folded(severity || chr(10) || server_name || chr(10) || category_name || chr(10)
    || title || chr(10) || message || chr(10) || formatted_message)) stored
);
create index system_logs_created on system_logs (created_at desc, id desc);
create index system_logs_words on system_logs using gin (words gin_trgm_ops);
