// The settings of the database: one address, or three with a pooler between.
import type { Config } from '../config.ts';
import { envSetting, mustBe, oneOf, refuseSetting, together, trimmed, wholeNumber } from './setting.ts';

// Not a URL check: postgres://user@/name?host=/var/run/postgresql is valid and has no host.
const address = () => trimmed.regex(/^postgres(ql)?:\/\/\S+$/, mustBe('a postgres:// address')).optional();

export const databaseUrl = envSetting(
  'DATABASE_URL',
  address(),
  'your own PostgreSQL (15 or newer) instead of the embedded one',
);

export const databasePool = envSetting(
  'DATABASE_POOL',
  wholeNumber(2, 200, 10),
  'maximum connections for changes, and as many for reads; imports use up to two more',
);

/** The other addresses of the database of `DATABASE_URL`. */
export const databaseAddresses = together({
  url: databaseUrl,
  pooler: envSetting(
    'DATABASE_POOLER',
    oneOf('none', 'transaction').default('none'),
    '`transaction`: `DATABASE_URL` and `DATABASE_READ_URL` lead to a pooler in transaction mode ([guide](guides/pooler.md))',
  ),
  read: envSetting(
    'DATABASE_READ_URL',
    address(),
    'address of the same database for reading, read-only at the pooler',
    '`DATABASE_URL`',
  ),
  direct: envSetting(
    'DATABASE_DIRECT_URL',
    address(),
    'address of the same database without a pooler, for migrations, notifications, jobs and archives',
    '`DATABASE_URL`',
  ),
}).transform(({ url, pooler, read, direct }, context): Config['databaseAddresses'] => {
  const isPooled = pooler === 'transaction';
  if (!url && (isPooled || read || direct)) {
    return refuseSetting(
      context,
      'DATABASE_URL',
      'must be set beside DATABASE_POOLER, DATABASE_READ_URL or DATABASE_DIRECT_URL',
    );
  }
  if (isPooled && !read) {
    return refuseSetting(
      context,
      'DATABASE_READ_URL',
      'must name the read-only database of the pooler with DATABASE_POOLER',
    );
  }
  if (isPooled && !direct) {
    return refuseSetting(context, 'DATABASE_DIRECT_URL', 'must lead past the pooler with DATABASE_POOLER');
  }
  return { isPooled, read, direct };
});
