-- Stored backups of a schedule that was switched off expire a day later, and the job that runs each minute reads only the
-- backups that may be removed.

update backups b set expires_at = now() + interval '24 hours'
  where b.state = 'done' and b.is_scheduled and b.expires_at is null
    and not exists (select from backup_schedules s where s.company_id = b.company_id and s.every <> 'never');

create index backups_scheduled on backups (company_id, created_at, id) where state = 'done' and is_scheduled;
create index backups_expires_at on backups (expires_at) where state = 'done' and expires_at is not null;
create index backups_ended on backups (created_at) where state in ('failed', 'expired');
