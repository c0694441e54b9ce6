// The rules of time zones that SQL reads: those of Node.js, which also computes free times and mails.
import type pg from 'pg';
import { type ShiftedVisits, shiftEvents, snapshotTimes } from './shifted-events.ts';

/** The zone data of a process. */
export interface ZoneSource {
  /** The release of its IANA database, such as `2026c`. */
  version: string;
  /** From these epoch milliseconds on, the clock is ahead of UTC by these seconds. Undefined for an unknown zone. */
  rulesOf(zone: string): ZoneRule[] | undefined;
}

export interface ZoneRule {
  start: number;
  /** Null: the rules go on beyond what is stored. */
  seconds: number | null;
}

/** Between these, rules are stored; PostgreSQL's own serve before and after them. */
const first = Date.UTC(2000, 0);
const last = Date.UTC(2050, 0);

export const zonesOfNode: ZoneSource = { version: process.versions.tz ?? '', rulesOf };

function rulesOf(zone: string): ZoneRule[] | undefined {
  let at: Temporal.ZonedDateTime | null;
  try {
    at = Temporal.Instant.fromEpochMilliseconds(first).toZonedDateTimeISO(zone);
  } catch {
    return undefined;
  }
  const rules: ZoneRule[] = [];
  for (; at && at.epochMilliseconds < last; at = at.getTimeZoneTransition('next'))
    rules.push({ start: at.epochMilliseconds, seconds: at.offsetNanoseconds / 1e9 });
  if (at) rules.push({ start: last, seconds: null });
  return rules;
}

/** An arbitrary number, the same in every process, for the lock that lets one of them write at a time. */
const lock = 4_027_003;

/**
 * Writes the rules of all zones that PostgreSQL and Node.js know, unless those of the same or a newer release are
 * stored: of processes with different rules, the newest release decides. The days of coming events and visits follow
 * new rules. Returns undefined if it has not written, otherwise the visits that new rules have shifted.
 */
export async function writeZoneRules(
  client: pg.ClientBase,
  source = zonesOfNode,
): Promise<ShiftedVisits[] | undefined> {
  if (!(await isNewer(client, source))) return undefined;
  await client.query('begin');
  try {
    await client.query('select pg_advisory_xact_lock($1)', [lock]);
    const isStill = await isNewer(client, source);
    const shifted = isStill ? await writeAndShift(client, source) : undefined;
    await client.query('commit');
    return shifted;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function isNewer(client: pg.ClientBase, { version }: ZoneSource): Promise<boolean> {
  const stored = await storedVersion(client);
  return stored === undefined || stored < version;
}

async function storedVersion(client: pg.ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ version: string }>('select version from zone_rules_version');
  return rows[0]?.version;
}

async function writeAndShift(client: pg.ClientBase, source: ZoneSource): Promise<ShiftedVisits[]> {
  // Before the first rules, mails already showed times by the rules of Node.js.
  const isFirst = (await storedVersion(client)) === undefined;
  await snapshotTimes(client);
  await write(client, source);
  const shifted = await shiftEvents(client, { isNotified: !isFirst });
  return isFirst ? [] : shifted;
}

async function write(client: pg.ClientBase, { version, rulesOf }: ZoneSource): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select name from pg_timezone_names where name !~ '^(posix|right)/|^(Factory|localtime|posixrules)$'`,
  );
  const zones = rows.flatMap(({ name }) => {
    const rules = rulesOf(name);
    if (!rules) return [];
    const starts = rules.map(({ start }) => new Date(start).toISOString());
    const seconds = rules.map((rule) => String(rule.seconds));
    const offsets = rules.map((rule) => offsetOf(rule.seconds));
    return [[name, `{${starts.join()}}`, `{${seconds.join()}}`, `{${offsets.join()}}`]];
  });
  await client.query(
    `insert into zone_rules (zone, starts, seconds, offsets)
     select zone, starts::timestamptz[], seconds::integer[], offsets::text[]
     from unnest($1::text[], $2::text[], $3::text[], $4::text[]) n (zone, starts, seconds, offsets)
     on conflict (zone) do update set starts = excluded.starts, seconds = excluded.seconds, offsets = excluded.offsets
     where (zone_rules.starts, zone_rules.seconds) is distinct from (excluded.starts, excluded.seconds)`,
    [0, 1, 2, 3].map((index) => zones.map((zone) => zone[index])),
  );
  await client.query(
    `insert into zone_rules_version (version) values ($1)
     on conflict (is_only) do update set version = excluded.version, written_at = now()`,
    [version],
  );
}

/** Such as `+05:45`; whole minutes, as ISO 8601 has them. */
function offsetOf(seconds: number | null): string {
  if (seconds === null) return 'null';
  const two = (value: number) => String(Math.trunc(value)).padStart(2, '0');
  return `${seconds < 0 ? '-' : '+'}${two(Math.abs(seconds) / 3600)}:${two((Math.abs(seconds) / 60) % 60)}`;
}
