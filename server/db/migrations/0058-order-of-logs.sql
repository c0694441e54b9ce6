-- An index for every order that the system logs and the user audit are listed in.

create index system_logs_severity on system_logs (severity, id);
create index system_logs_title on system_logs (folded(title), id);
create index system_logs_server_name on system_logs (folded(server_name), id);
create index system_logs_priority on system_logs (priority, id);
create index user_audits_user_name on user_audits (folded(user_name), id);
