// Tells how a session of the database differs from one on which the product can rely, and how to mend it.
import { sessionSettings } from './pool.ts';
import type { PoolName } from './watch-holders.ts';

/** The answer of a session about itself. */
export interface SessionState {
  /** Such as `statement_timeout=10000`: times in ms, 0 for none. */
  settings: string[];
  isReadOnly: boolean;
  isStandby: boolean;
}

export interface SessionFault {
  kind: 'standby' | 'readOnly' | 'mayWrite' | 'setting';
  /** Continues a sentence that begins with the address, without a full stop. */
  text: string;
}

/** The settings that a role has at the server, where a session that chooses none of its own gets them. */
export interface RoleSettings {
  user: string;
  database: string;
  names: string[];
}

const names = Object.keys(sessionSettings);

/** Selects one `SessionState`. */
export const sessionStateQuery = `
  select array(select lower(name) || '=' || setting from pg_settings
      where lower(name) in (${names.map((name) => `'${name}'`).join()})) as settings,
    current_setting('default_transaction_read_only') = 'on' as "isReadOnly", pg_is_in_recovery() as "isStandby"`;

/** Undefined for a session of that pool as it should be. Shorter timeouts are as good. */
export function faultOfSession(found: SessionState, pool: PoolName): SessionFault | undefined {
  if (pool === 'write' && found.isStandby) {
    return { kind: 'standby', text: 'leads to a standby, which takes no changes' };
  }
  if (pool === 'write' && found.isReadOnly) return { kind: 'readOnly', text: 'leads to a read-only session' };
  if (pool === 'read' && !found.isReadOnly) {
    return { kind: 'mayWrite', text: 'leads to a session that is not read-only' };
  }
  const settings = new Map(found.settings.map((one) => one.split('=') as [string, string]));
  for (const [name, value] of Object.entries(sessionSettings)) {
    const actual = settings.get(name) ?? '';
    if (isAsGood(actual, value)) continue;
    const needed = typeof value === 'number' ? `${value} or less` : value;
    return { kind: 'setting', text: `leads to a session whose ${name} is ${actual}, not ${needed}` };
  }
  return undefined;
}

/** A number is the longest time (ms). */
function isAsGood(actual: string, value: string | number): boolean {
  if (typeof value === 'number') return Number(actual) > 0 && Number(actual) <= value;
  return actual === value || actual === `Etc/${value}`;
}

/** One line for the operator, without the address. */
export function remedyOf({ kind }: SessionFault, role: RoleSettings): string {
  if (kind === 'standby') return 'Name the address of the primary.';
  if (kind === 'readOnly') {
    return 'Name the database for changes; the read-only one belongs into DATABASE_READ_URL.';
  }
  if (kind === 'mayWrite') {
    return "Give the pooler a database with connect_query = 'set default_transaction_read_only = on', and name it.";
  }
  // Sessions that the pooler had opened before the role got its settings keep the former ones.
  if (names.every((name) => role.names.includes(name))) {
    return 'The role has its settings, sessions from before have not: tell the pooler to RECONNECT.';
  }
  const statements = Object.entries(sessionSettings).map(
    ([name, value]) => `alter role "${role.user}" in database "${role.database}" set ${name} = ${value}`,
  );
  return `Run once: ${statements.join('; ')}`;
}
