// Checks that the database server has connections left.
import { sql } from 'kysely';
import { type ConnectionCounts, connectionsQuery } from '#server/db/connections-query.ts';
import type { Examined, Finding } from './finding.ts';

/** Shares of the allowed connections in use. */
const many = 0.8;
const tooMany = 0.95;
/** PostgreSQL's code when no connection is left. */
const tooManyConnections = '53300';

export async function checkConnections({ database }: Examined): Promise<Finding> {
  const counts = sql<ConnectionCounts>`${sql.raw(connectionsQuery)}`.execute(database.read);
  const answer = await counts.catch((error) => {
    if (error?.code === tooManyConnections) return undefined;
    throw error;
  });
  if (!answer) return { state: 'broken', key: 'doctor.connections.none' };
  const { used = 0, allowed = 0 } = answer.rows[0] ?? {};
  const values = { used, allowed };
  if (used <= allowed * many) return { state: 'fine', key: 'doctor.connections.fine', values };
  return { state: used <= allowed * tooMany ? 'look' : 'broken', key: 'doctor.connections.few', values };
}
