// The record of who did what: one row per sign-in, failure, lock, grant, impersonation, export and the like.
import { randomUUIDv7 } from 'node:crypto';
import type { Context } from './context.ts';

/** Of whom an audit row tells where it is not the caller: somebody who is just signing in, or whom an administrator changes. */
export interface AuditSubject {
  userId: string | null;
  userName: string;
  companyId: string | null;
}

/**
 * Writes one row of the user audit with the caller's `db`, so that it is kept exactly when the change is. `text` is one plain
 * English sentence without secrets, such as `Signed in`. While impersonating, the real actor's name stands beside the user's.
 * What must be kept although the request is refused is written with `{ ...context, db: context.database.write }`.
 */
export async function audit(context: Context, text: string, about?: AuditSubject): Promise<void> {
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
      address: context.visitor.address,
    })
    .execute();
}
