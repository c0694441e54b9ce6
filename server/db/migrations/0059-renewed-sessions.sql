-- A session that got a new token or another place is told like one that ended: other processes remember sessions for a moment.

drop trigger sessions_ended on sessions;
create trigger sessions_changed after delete or update of expires_at, locked_at, company_id, location_id, token_hash on sessions
  for each row execute function notify_rights_change();
