// Checks that the database server has connections left.
import { sql } from 'kysely';
import { type ConnectionCounts, connectionsQuery } from '#server/db/connections-query.ts';
import type { Examined, Finding } from './finding.ts';

/** Shares of the allowed connections in use. */
const many = 0.8;
const tooMany = 0.95;

export async function checkConnections({ database }: Examined): Promise<Finding> {
  const { rows } = await sql<ConnectionCounts>`${sql.raw(connectionsQuery)}`.execute(database.read);
  const { used = 0, allowed = 0 } = rows[0] ?? {};
  const values = { used, allowed };
  if (used <= allowed * many) return { state: 'fine', key: 'doctor.connections.fine', values };
  return { state: used <= allowed * tooMany ? 'look' : 'broken', key: 'doctor.connections.few', values };
}
