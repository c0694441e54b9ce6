/**
 * The connections of the database server: `used`, and `allowed` for roles that are not superusers. Any role may see
 * whose a connection is; the kind of those of other roles is hidden. Processes of the server have no role or database.
 */
export const connectionsQuery = `
  select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true)::int, 0) as allowed,
    (select count(*)::int from pg_stat_activity where usesysid is not null and datid is not null) as used`;

export interface ConnectionCounts {
  used: number;
  allowed: number;
}
