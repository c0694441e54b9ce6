// Starts sessions of people, without a password.
import { randomUUIDv7 } from 'node:crypto';
import type { Services } from '#server/lib/context.ts';
import { cookieName, hashToken, newToken } from '#server/lib/session/session.ts';

/** The person of a session, and where they work. */
interface SignedInPerson {
  userId: string;
  companyId: string;
  locationId: string | null;
}

/** Signs an employee in without a password: `app.server.inject({ …, headers: await signIn(app, anna) })`. */
export async function signIn(services: Services, employee: SignedInPerson): Promise<{ cookie: string }> {
  const { cookie } = await addSession(services, employee, {});
  return { cookie };
}

/** Signs an administrator or operator in and has them impersonate an employee. */
export async function signInAs(
  services: Services,
  impersonator: SignedInPerson,
  employee: SignedInPerson,
): Promise<{ cookie: string }> {
  const { id: returnTo } = await addSession(services, impersonator, {});
  const { cookie } = await addSession(services, employee, { impersonatorId: impersonator.userId, returnTo });
  return { cookie };
}

async function addSession(
  services: Services,
  { userId, companyId, locationId }: SignedInPerson,
  impersonation: { impersonatorId?: string; returnTo?: string },
): Promise<{ id: string; cookie: string }> {
  const token = newToken();
  const now = services.clock.now();
  const id = randomUUIDv7();
  await services.database.write
    .insertInto('sessions')
    .values({
      ...impersonation,
      id,
      tokenHash: hashToken(token),
      userId,
      companyId,
      locationId,
      createdAt: now,
      activeAt: now,
      expiresAt: now.add({ hours: 24 }),
    })
    .execute();
  return { id, cookie: `${cookieName(services.publicUrl)}=${token}` };
}
