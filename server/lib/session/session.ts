// Sessions: an opaque token in a cookie, its hash in the database, read with the user and their rights in one query.
import { hash, randomBytes, randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { audit } from '#server/lib/audit.ts';
import type { Context, CurrentUser, ServiceContext, SignedIn } from '#server/lib/context.ts';
import { sessionCache } from './session-cache.ts';

/** Maximum lifetimes of a session, whatever its activity. */
const lifetimes = {
  remembered: Temporal.Duration.from({ hours: 30 * 24 }),
  plain: Temporal.Duration.from({ hours: 24 }),
};
/** Activity is stored at most this often. */
const activityInterval = Temporal.Duration.from({ seconds: 30 });
/**
 * The browser's countdown before it locks: a call during it still counts, even if the last activity was stored late.
 */
const graceSeconds = 15 + activityInterval.total('seconds');

interface SessionRow {
  sessionId: string;
  id: string;
  companyId: string;
  locationId: string | null;
  logIn: string;
  firstName: string;
  lastName: string;
  language: string | null;
  actions: string[];
  groups: string[];
  pages: string[];
  lacksSecondFactor: boolean;
  locked: boolean;
  /** The time at which the session has been inactive for longer than the user's setting allows. */
  forsakenAt: Temporal.Instant;
  expiresAt: Temporal.Instant;
  impersonator: { id: string; logIn: string } | null;
  activeAt: Temporal.Instant;
}

/** The cookie's name: bound to the host on https, plain when only loopback http is served. */
export function cookieName(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-daybook' : 'daybook';
}

export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** A random token of 256 bits for a link, a hold or a session. */
export function newToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url');
}

/**
 * Returns the user of the caller's session, from the cache (session-cache.ts) or with one query; undefined when there
 * is no session or it has ended. `passive` calls do not prolong it. A session that was inactive for longer than the
 * setting of its user, or of its impersonator, is locked. An impersonation ends with the impersonator's right to it.
 */
export async function readSession(context: Context, passive: boolean): Promise<CurrentUser | undefined> {
  const token = context.cookies.get(cookieName(context.publicUrl));
  if (!token) return undefined;
  const now = context.clock.now();
  const { epochMilliseconds } = now;
  const cache = sessionCache<CachedSession>(context);
  const key = hash('sha256', token, 'base64');
  const session = await cache.get(key, () => readCached(context, key));
  if (!session || session.expiresAt <= epochMilliseconds) return undefined;
  const { row } = session;
  const isAbandoned = session.forsakenAt <= epochMilliseconds;
  const user: CurrentUser = {
    ...row,
    language: row.language ?? context.visitor.language,
    locked: row.locked || isAbandoned,
  };
  if (isAbandoned && !row.locked) {
    await lockSession({ ...context, db: context.database.write, user }, 'Locked after a time without activity');
    cache.forget(key);
  } else if (!passive && !user.locked && session.staleAt < epochMilliseconds) {
    await context.database.write
      .updateTable('sessions')
      .set({ activeAt: now })
      .where('id', '=', row.sessionId)
      .execute();
    cache.forget(key);
  }
  return user;
}

/** A session with its times in milliseconds: every request compares them, which costs more with instants. */
interface CachedSession {
  row: Omit<SessionRow, 'activeAt' | 'expiresAt' | 'forsakenAt'>;
  expiresAt: number;
  forsakenAt: number;
  /** From then on, a call stores the activity. */
  staleAt: number;
}

async function readCached(context: Context, key: string): Promise<CachedSession | undefined> {
  const found = await readRow(context, Buffer.from(key, 'base64'));
  if (!found) return undefined;
  const { activeAt, expiresAt, forsakenAt, ...row } = found;
  return {
    row,
    expiresAt: expiresAt.epochMilliseconds,
    forsakenAt: forsakenAt.epochMilliseconds,
    staleAt: activeAt.add(activityInterval).epochMilliseconds,
  };
}

async function readRow(context: Context, tokenHash: Buffer): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    select s.id as session_id, u.id, s.company_id, s.location_id, u.log_in, u.first_name, u.last_name, l.key as language,
      s.active_at, s.expires_at, s.locked_at is not null as locked,
      s.active_at + make_interval(mins => least(u.session_active_minutes, i.session_active_minutes), secs => ${graceSeconds})
        as forsaken_at,
      rights.actions, rights.groups, rights.pages,
      ${context.config.requireSecondFactorForSys}::boolean and 'sys' = any(rights.actions) and s.impersonator_id is null
        and not exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null)
        and not exists (select from passkeys p where p.user_id = u.id) as lacks_second_factor,
      case when i.id is not null then json_build_object('id', i.id, 'logIn', i.log_in) end as impersonator
    from sessions s
    cross join lateral effective_rights(s.company_id, s.user_id) rights
    left join users i on i.id = s.impersonator_id
    join users u on u.id = s.user_id
    left join languages l on l.id = u.language_id
    where s.token_hash = ${tokenHash} and s.expires_at > ${context.clock.now()}
      and (s.impersonator_id is null or may_impersonate(s.return_to, s.company_id, s.user_id))`.execute(context.db);
  return rows[0];
}

/** Locks the caller's session; repeated calls have no effect. `reason` is stored in the audit. */
export async function lockSession(context: SignedIn, reason: string): Promise<void> {
  const { numUpdatedRows } = await context.db
    .updateTable('sessions')
    .set({ lockedAt: context.clock.now() })
    .where('id', '=', context.user.sessionId)
    .where('lockedAt', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await audit(context, reason);
}

/** Starts a session for a user in one of their companies and sets the cookie; every sign-in gets a new token. */
export async function startSession(
  context: Context,
  account: { userId: string; companyId: string; locationId: string | null; remembered: boolean },
): Promise<void> {
  const token = newToken();
  const now = context.clock.now();
  const lifetime = account.remembered ? lifetimes.remembered : lifetimes.plain;
  await context.database.write
    .insertInto('sessions')
    .values({
      id: randomUUIDv7(),
      tokenHash: hashToken(token),
      userId: account.userId,
      companyId: account.companyId,
      locationId: account.locationId,
      remembered: account.remembered,
      address: context.visitor.address,
      userAgent: context.visitor.userAgent.slice(0, 300),
      createdAt: now,
      activeAt: now,
      expiresAt: now.add(lifetime),
    })
    .execute();
  setSessionCookie(context, token, account.remembered ? lifetime.total('seconds') : undefined);
}

/** Replaces the token of the caller's session, which invalidates the old one; within the caller's transaction. */
export function renewSession(context: SignedIn): Promise<void> {
  return resumeSession(context, context.user.sessionId);
}

/** Resumes one of the caller's sessions with a new token, as active now; within the caller's transaction. */
export async function resumeSession(context: Context, sessionId: string): Promise<void> {
  const token = newToken();
  const { expiresAt, remembered } = await context.db
    .updateTable('sessions')
    .set({ tokenHash: hashToken(token), activeAt: context.clock.now() })
    .where('id', '=', sessionId)
    .returning(['expiresAt', 'remembered'])
    .executeTakeFirstOrThrow();
  setSessionCookie(context, token, remembered ? context.clock.now().until(expiresAt).total('seconds') : undefined);
}

/** Sets the session cookie; without `maxAge` (seconds) it lasts until the browser closes. */
export function setSessionCookie(context: Context, token: string, maxAge: number | undefined): void {
  context.cookies.set(cookieName(context.publicUrl), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: context.publicUrl.startsWith('https:'),
    maxAge: maxAge === undefined ? undefined : Math.floor(maxAge),
  });
}

/** Ends the caller's session, if there is one, and clears the cookie. The row stays: it records the last location. */
export async function endSession(context: Context): Promise<void> {
  await endSessionOfCookie(context);
  context.cookies.clear(cookieName(context.publicUrl));
}

/** Ends the session of the request's cookie, if there is one: a new sign-in replaces it. */
export async function endSessionOfCookie(context: Context): Promise<void> {
  const token = context.cookies.get(cookieName(context.publicUrl));
  if (!token) return;
  const now = context.clock.now();
  await context.database.write
    .updateTable('sessions')
    .set({ expiresAt: now })
    // While impersonating, the caller's own session ends, too.
    .where(
      sql<boolean>`id in (select unnest(array[id, return_to]) from sessions where token_hash = ${hashToken(token)})`,
    )
    .where('expiresAt', '>', sql<Temporal.Instant>`${now}`)
    .execute();
}

/** Ends all sessions of a person, and those in which they impersonate others, but for `except`. */
export async function endSessionsOf(context: ServiceContext, userId: string, except?: string): Promise<void> {
  const now = context.clock.now();
  await context.db
    .updateTable('sessions')
    .set({ expiresAt: now })
    .where((session) => session.or([session('userId', '=', userId), session('impersonatorId', '=', userId)]))
    .$if(except !== undefined, (query) => query.where('id', '<>', except ?? ''))
    .where('expiresAt', '>', sql<Temporal.Instant>`${now}`)
    .execute();
}
