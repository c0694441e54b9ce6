-- A word that stands in one of five hundred rows is known to: whether to walk through the newest rows or to ask the index is
-- decided by how many are expected, and of a hundred samples such a word is mostly missed.

alter table system_logs alter column words set statistics 1000;
alter table user_audits alter column words set statistics 1000;
alter table data_audits alter column words set statistics 1000;

-- On the way to a later page of another order nothing but the index is read: the range is in it. The columns of an order that is an
-- expression must be there themselves.
drop index system_logs_severity;
drop index system_logs_title;
drop index system_logs_server_name;
drop index system_logs_priority;
create index system_logs_severity on system_logs (severity, id) include (created_at);
create index system_logs_title on system_logs (folded(title), id) include (created_at, title);
create index system_logs_server_name on system_logs (folded(server_name), id) include (created_at, server_name);
create index system_logs_priority on system_logs (priority, id) include (created_at);
