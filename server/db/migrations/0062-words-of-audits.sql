-- The search of the data audit looks at what records held, too; and the audits are found by their company and by what was done.

alter table data_audits drop column words;
alter table data_audits add words text not null generated always as (folded(table_name || chr(10) || method || chr(10) || user_name
  || chr(10) || actor_name || chr(10) || coalesce(before::text, '') || chr(10) || coalesce(after::text, ''))) stored;
create index data_audits_words on data_audits using gin (words gin_trgm_ops);

create index data_audits_company on data_audits (company_id, created_at desc);
create index data_audits_method on data_audits (method, created_at desc);
create index user_audits_company on user_audits (company_id, created_at desc);
