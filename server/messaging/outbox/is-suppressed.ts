// Says whether a message goes to an address that gets none.
import { type RawBuilder, sql } from 'kysely';

/** Whether a suppression keeps messages from the address of `d`. */
export const isSuppressed = (now: Temporal.Instant): RawBuilder<boolean> => sql<boolean>`exists (
  select from suppressions s
  where s.medium = d.medium and s.address = d.address and (s.company_id is null or s.company_id = d.company_id)
    and (s.purpose is null or s.purpose = split_part(d.queue, ':', 2)) and split_part(d.queue, ':', 2) <> 'account'
    and (s.expires_at is null or s.expires_at > ${now}))`;
