// Tests of the rules of time zones that SQL reads: those of Node.js, whatever PostgreSQL's own files say.
import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import pg from 'pg';
import { type TestDatabase, testDatabase } from '#server/testing/database/database.ts';
import { setUpFile } from '#server/testing/set-up-file.ts';
import { writeZoneRules, zonesOfNode } from './zone-rules.ts';

const server = join(import.meta.dirname, '..');

let database: TestDatabase;
let client: pg.Client;

setUpFile(import.meta, async () => {
  database = await testDatabase();
  client = new pg.Client(database.connection);
  await client.connect();
  await client.query('set timezone = UTC');
});
after(async () => {
  await client.end();
  await database.drop();
});

async function value(expression: string, ...values: unknown[]): Promise<unknown> {
  const { rows } = await client.query(`select ${expression} as value`, values);
  return rows[0]?.value;
}

/** A release in which Riga is five hours ahead of UTC from June 2026 on, and Node.js's zones are as they are. */
const other = {
  version: '9999b',
  rulesOf: (zone: string) =>
    zone === 'Europe/Riga'
      ? [
          { start: Date.UTC(2020, 0), seconds: 7200 },
          { start: Date.UTC(2026, 5), seconds: 18_000 },
        ]
      : zonesOfNode.rulesOf(zone),
};

test('every zone has the wall time and the offset of Node.js, all over 25 years', async () => {
  const { rows } = await client.query<{ zone: string; at: string; wall: string; iso: string; joined: string }>(`
    select r.zone, at::text, wall_time(at, r.zone)::text as wall, with_offset(at, r.zone) as iso,
      with_offset_by(at, r.zone, r) as joined
    from zone_rules r, generate_series(timestamptz '2005-01-13 00:30Z', '2030-01-01', '411 days 5 hours') at`);
  assert.ok(rows.length > 13_000);
  const wrong = rows.filter(({ zone, at, wall, iso, joined }) => {
    const local = Temporal.Instant.from(at).toZonedDateTimeISO(zone);
    const text = local.toString({ timeZoneName: 'never', smallestUnit: 'second' });
    return wall.replace(' ', 'T') !== local.toPlainDateTime().toString() || iso !== text || joined !== text;
  });
  assert.deepEqual(wrong.slice(0, 5), []);
});

test('wall times become the instants of Temporal, also those that occur twice or never', async () => {
  for (const [zone, day] of [
    ...(['2026-03-29', '2026-10-25', '2026-07-01'] as const).map((each) => ['Europe/Riga', each] as const),
    ...(['2026-04-05', '2026-10-04'] as const).map((each) => ['Australia/Lord_Howe', each] as const),
    ...(['2026-09-06', '2026-04-05'] as const).map((each) => ['America/Santiago', each] as const),
  ]) {
    const { rows } = await client.query<{ wall: string; at: string }>(
      `select wall::text, instant_at(wall, $1)::text as at
       from generate_series($2::timestamp - interval '4 hours', $2::timestamp + interval '1 day', '15 minutes') wall`,
      [zone, day],
    );
    for (const { wall, at } of rows) {
      const expected = Temporal.PlainDateTime.from(wall).toZonedDateTime(zone).toInstant();
      assert.ok(expected.equals(Temporal.Instant.from(at)), `${wall} ${zone}: ${at} for ${expected}`);
    }
  }
});

test('outside of what is stored, and for zones without rules, PostgreSQL decides', async () => {
  await client.query("delete from zone_rules where zone = 'Asia/Tokyo'");
  const texts = [
    await value("with_offset('2026-01-01T00:00Z', 'Asia/Tokyo')"),
    await value("with_offset('2060-07-01T00:00Z', 'Europe/Riga')"),
    await value("with_offset('1975-07-01T00:00:00.25Z', 'Europe/Berlin')"),
  ];
  assert.deepEqual(texts, ['2026-01-01T09:00:00+09:00', '2060-07-01T03:00:00+03:00', '1975-07-01T01:00:00.25+01:00']);
});

test('the newest release decides, an older process changes nothing, and days and quiet hours follow', async () => {
  assert.equal(await writeZoneRules(client), undefined, 'they are there');
  assert.deepEqual(await writeZoneRules(client, other), []);
  for (const version of ['9999a', '2020a', other.version])
    assert.equal(await writeZoneRules(client, { ...zonesOfNode, version }), undefined);
  assert.equal(await value('(select version from zone_rules_version)'), '9999b');

  const evening = "timestamptz '2026-07-01T20:30Z'";
  assert.equal(await value(`wall_time(${evening}, 'Europe/Riga')::text`), '2026-07-02 01:30:00');
  assert.equal(await value(`wall_time(${evening}, 'Europe/Vilnius')::text`), '2026-07-01 23:30:00');
  assert.equal(await value(`quiet_hours_at(${evening}, 'Europe/Vilnius', 0, 8)`), null);
  assert.equal(
    await value(`quiet_hours_at(${evening}, 'Europe/Riga', 0, 8)::text`),
    '["2026-07-01 19:00:00+00","2026-07-02 03:00:00+00")',
  );
  await client.query("update seller set time_zone = 'Europe/Riga'");
  assert.equal(await value(`seller_day(${evening})::text`), '2026-07-02');
});

test('only what compares or replaces them reads PostgreSQL’s own rules', async () => {
  const readers: string[] = [];
  for await (const path of glob('{*.ts,!(db)/**/*.{ts,sql}}', { cwd: server })) {
    if (path.endsWith('.test.ts') || path.startsWith('testing/')) continue;
    const text = await readFile(join(server, path), 'utf8');
    if (/\bat time zone (?!'UTC')/i.test(text)) readers.push(path);
  }
  assert.deepEqual(readers.sort(), [
    'lib/sql/wall-time.sql',
    'operations/health/compare-zone-rules.ts',
    'operations/restores/check-rows.ts',
  ]);
});
