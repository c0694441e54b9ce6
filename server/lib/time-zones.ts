// The time zones that locations and the seller can have: names of the IANA database and their links, spelled as there,
// which both Node and PostgreSQL know.
import { sql } from 'kysely';
import type { ServiceContext } from './context.ts';
import { invalid } from './refusal.ts';

type HasDatabase = Pick<ServiceContext, 'database'>;

/** Of this process: the list of the database is read from its files, which takes 0.1 s. */
let known: Promise<ReadonlySet<string>> | undefined;

/** Returns the names in alphabetical order. */
export function timeZones({ database }: HasDatabase): Promise<ReadonlySet<string>> {
  known ??= readZones(database).catch((error: unknown) => {
    known = undefined;
    throw error;
  });
  return known;
}

async function readZones(database: HasDatabase['database']): Promise<ReadonlySet<string>> {
  // Copies with other leap seconds, and files that no zone is named after.
  const { rows } = await sql<{ name: string }>`
    select name from pg_timezone_names where name !~ '^(posix|right)/|^(Factory|localtime|posixrules)$'`.execute(
    database.read,
  );
  return new Set(
    rows
      .map(({ name }) => name)
      .filter(isInNode)
      .toSorted(),
  );
}

function isInNode(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * Throws 417 for a name in another case, an offset such as `+05:30`, whose sign PostgreSQL reads the other way, and a
 * zone that only Node or only PostgreSQL knows.
 */
export async function assertTimeZone(context: HasDatabase, name: string): Promise<void> {
  if (!(await timeZones(context)).has(name)) throw invalid('TimeZone', 'field.timeZone');
}

/** Returns the zone if it is known, otherwise UTC: a newer browser can send unknown zones, a script anything. */
export async function zoneOrUtc(context: HasDatabase, name: string | undefined): Promise<string> {
  return name !== undefined && (await timeZones(context)).has(name) ? name : 'UTC';
}
