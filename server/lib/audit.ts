// The user audit: one row per sign-in, failure, lock, grant, impersonation, export and the like.
import { randomUUIDv7 } from 'node:crypto';
import type { Context, ServiceContext } from './context.ts';

/** The subject of an audit row other than the caller: a user who is signing in, or whom an administrator changes. */
export interface AuditSubject {
  userId: string | null;
  userName: string;
  companyId: string | null;
}

/** A request, or a job, which has no user. */
type Actor = Pick<ServiceContext, 'db' | 'clock'> & Partial<Pick<Context, 'user' | 'visitor'>>;

/**
 * Writes one row of the user audit with the caller's `db`, so it commits or rolls back with the change. `text` is a
 * plain English sentence without secrets, such as `Signed in`. While impersonating, the row also names the real
 * actor. To store a row although the request is refused, pass `{ ...context, db: context.database.write }`.
 */
export async function audit(context: Actor, text: string, about?: AuditSubject): Promise<void> {
  const { user } = context;
  const subject = about ?? {
    userId: user?.id ?? null,
    userName: user?.logIn ?? '',
    companyId: user?.companyId ?? null,
  };
  await context.db
    .insertInto('userAudits')
    .values({
      id: randomUUIDv7(),
      createdAt: context.clock.now(),
      companyId: subject.companyId,
      userId: subject.userId,
      userName: subject.userName,
      actorName: user?.impersonator?.logIn ?? user?.logIn ?? subject.userName,
      text,
      address: context.visitor?.address ?? '',
    })
    .execute();
}
