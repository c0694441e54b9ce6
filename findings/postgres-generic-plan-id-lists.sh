#!/usr/bin/env bash
# PostgreSQL (PGlite 0.3.15, PostgreSQL 17) compares each row with each id of a list that a generic plan filters by.
#
# A filter `id = any ($1)` with a long list looks its rows up in a hash table, so its cost grows with rows plus ids.
# That is so while the list is a constant of the plan. A generic plan, as a server may choose for a prepared statement
# and `plan_cache_mode = force_generic_plan` demands, has a parameter there: the same filter then costs rows times ids,
# and nothing in EXPLAIN says so. A join with `unnest($1)` stays fast.
#
# Installs the package into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund @electric-sql/pglite@0.3.15

cat >try.mjs <<'CODE'
import { PGlite } from '@electric-sql/pglite';

const db = await PGlite.create();
console.log((await db.query('show server_version')).rows[0].server_version.split('.')[0]);
await db.exec(`create table rows as select gen_random_uuid() as id, n from generate_series(1, 20000) n; analyze rows`);
const { rows } = await db.query('select array_agg(id) as ids from (select id from rows order by n limit 1000) first');
const ids = `'{${rows[0].ids.join()}}'`;
await db.exec(`
  prepare filtered (uuid[]) as select count(*) from rows where id = any ($1);
  prepare joined (uuid[]) as select count(*) from rows join unnest($1) given (id) using (id)`);

async function best(mode, statement) {
  await db.exec(`set plan_cache_mode = ${mode}`);
  let least = Infinity;
  for (let run = 0; run < 5; run++) {
    const begun = performance.now();
    const answer = await db.query(`execute ${statement} (${ids})`);
    least = Math.min(least, performance.now() - begun);
    if (Number(answer.rows[0].count) !== 1000) throw new Error('another count');
  }
  return least;
}

const custom = await best('force_custom_plan', 'filtered');
const generic = await best('force_generic_plan', 'filtered');
const joined = await best('force_generic_plan', 'joined');
console.error(`custom ${custom.toFixed(1)} ms, generic ${generic.toFixed(1)} ms, generic join ${joined.toFixed(1)} ms`);
console.log(`generic filter over 5 times the custom one: ${generic > 5 * custom}`);
console.log(`generic join over 5 times the custom filter: ${joined > 5 * custom}`);
CODE

seen=$(node try.mjs)
expected='17
generic filter over 5 times the custom one: true
generic join over 5 times the custom filter: false'
echo "$seen"
if [ "$seen" != "$expected" ]; then
  echo "The behaviour has changed. Expected:"
  echo "$expected"
  exit 1
fi
