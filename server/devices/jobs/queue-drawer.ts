// Queues the opening of a register's drawer in the transaction of its cause: a job without paper.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { SignedIn } from '#server/lib/context.ts';
import { newShortId } from './short-id.ts';

/** A drawer that opens later surprises the person who stands before it. */
const useful = { minutes: 1 };

interface Opening {
  registerId: string;
  /** The record that needs the drawer: it opens once for it. */
  cause: string;
}

/** Does nothing for a register whose agent has no printer with a confirmed test page: the printer opens the drawer. */
export async function queueDrawer({ db, user, clock }: SignedIn, { registerId, cause }: Opening): Promise<void> {
  const now = clock.now();
  await sql`
    insert into print_jobs (company_id, id, device_id, location_id, language, document, title, cause_kind, cause_key,
      short_id, created_by, created_at, expires_at)
    select d.company_id, ${randomUUIDv7()}, d.id, d.location_id, ${user.language}, '{}', '', 'drawer', ${cause},
      ${newShortId()}, ${user.id}, ${now}, ${now.add(useful)}
    from devices d
    where d.company_id = ${user.companyId} and d.id = ${registerId} and d.kind = 'register' and d.is_confirmed
      and not d.is_paused
    on conflict do nothing`.execute(db);
}
