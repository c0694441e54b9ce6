// Tests that a restore refuses archives that no backup has made, and says why.
import assert from 'node:assert/strict';
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { pieceBytes, systemRestores } from '#contract/operations/restores.ts';
import { manifestName } from '#server/lib/files/archive.ts';
import { companyTables, restoredColumns } from '#server/operations/archives/company-tables.ts';
import { readCompanyArchive } from '#server/operations/archives/read-company-archive.ts';
import { companyLimits } from '#server/operations/archives/write-company-archive.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { richCompany } from '#server/testing/build/rich-company.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { type ArchiveChange, changed, changeRows, readArchive } from '#server/testing/files/archive-contents.ts';
import {
  archiveOf,
  countCompanies,
  fileKeys,
  operatorOf,
  sendPiece,
  uploadArchive,
} from '#server/testing/files/restores.ts';
import { zip } from '#server/testing/files/zip.ts';
import { testApp } from '#server/testing/test-app.ts';
import { linkValues } from './bad-values.ts';
import { removeOldRestores } from './remove-old-restores.ts';

const { begin, start, getDryRun } = systemRestores.operations;

/** The problem, what it is about, and the archive. */
type Hostile = [string, string | RegExp, Buffer];

test('archives that were altered, are too new, or claim what no backup has are refused with words', async () => {
  await using app = await testApp();
  const { as } = await operatorOf(app);
  const { company, picture } = await richCompany(app);
  const archive = await archiveOf(app, company.id);
  const original = await readArchive(app, archive);
  const none: ArchiveChange = () => {};
  const altered = Buffer.from(archive);
  altered[300] = (altered[300] ?? 0) ^ 0xff;
  // The database reads the damage before the end of the entry, where its checksum is.
  const damaged = [...original.contents].map(([name, content]) => ({
    name,
    content: name === 'tables/services.jsonl' ? String(content).replace(/"minutes":\d/, '"minutes":x') : content,
  }));
  const entries = [...original.contents].map(([name, content]) => ({ name, content }));
  const manifest = { name: manifestName, content: JSON.stringify(original.manifest), stored: true };
  const otherManifest = zip([...entries, manifest]);
  otherManifest.write('9', otherManifest.indexOf('0001-extensions-roles-and-folding.sql'));
  const hostile: Hostile[] = [
    ['broken', 'tables/services.jsonl', zip([...damaged, manifest])],
    ['broken', '', otherManifest],
    ['broken', /^tables/, altered],
    ['broken', '', archive.subarray(0, archive.length - 400)],
    ['broken', '', randomBytes(5000)],
    [
      'notOurs',
      'daybook-installation',
      changed(original, (_contents, manifest) => Object.assign(manifest, { format: 'daybook-installation' })),
    ],
    [
      'tooNew',
      '9999-later.sql',
      changed(original, (_contents, manifest) => (manifest.migrations as string[]).push('9999-later.sql')),
    ],
    ['tooNew', /^daybook /, changed(original, (_contents, manifest) => Object.assign(manifest, { version: 99 }))],
    ['outside', '../../etc/passwd', changed(original, none, [{ name: '../../etc/passwd', content: 'x' }])],
    ['entry', 'readme.txt', changed(original, none, [{ name: 'readme.txt', content: 'x' }])],
    ['entry', /^files/, changed(original, none, [{ name: `files/${randomUUIDv7()}`, content: 'x' }])],
    ['table', 'tables/users.jsonl', changed(original, none, [{ name: 'tables/users.jsonl', content: '{}\n' }])],
    [
      'tooLarge',
      'tables/people.jsonl',
      changed(original, (contents) => contents.set('tables/people.jsonl', Buffer.alloc(30 * 2 ** 20, ' '))),
    ],
    // A line that would not fit into memory.
    [
      'tooLarge',
      'services',
      changed(
        original,
        changeRows('services', () => ({
          description: randomBytes(13 * 2 ** 20).toString('hex') + randomBytes(5 * 2 ** 20).toString('hex'),
        })),
      ),
    ],
    // The archive unpacks to more than it declares.
    [
      'broken',
      /^tables/,
      changed(original, (contents) => contents.delete('tables/people.jsonl'), [
        { name: 'tables/people.jsonl', content: '{}\n'.repeat(9000), claims: 5 },
      ]),
    ],
    [
      'foreign',
      'services',
      changed(
        original,
        changeRows('services', () => ({ company_id: randomUUIDv7() })),
      ),
    ],
    [
      'foreign',
      'companies',
      changed(
        original,
        changeRows('companies', () => ({ id: randomUUIDv7() })),
      ),
    ],
    [
      'column',
      'companies.deposit',
      changed(
        original,
        changeRows('companies', () => ({ deposit: 1000 })),
      ),
    ],
    [
      'column',
      'visits.hold_token_hash',
      changed(
        original,
        changeRows('visits', () => ({ hold_token_hash: 'x' })),
      ),
    ],
    [
      'unsettled',
      'deliveries',
      changed(
        original,
        changeRows('deliveries', () => ({ state: 'queued' })),
      ),
    ],
    [
      'values',
      'visits',
      changed(
        original,
        changeRows('visits', () => ({ time_zone: 'Mars/Olympus' })),
      ),
    ],
    [
      'values',
      'visits',
      changed(
        original,
        changeRows('visits', () => ({ created_at: 'infinity' })),
      ),
    ],
    [
      'values',
      'services',
      changed(
        original,
        changeRows('services', () => ({ price: 'NaN' })),
      ),
    ],
    [
      'values',
      'services',
      changed(
        original,
        changeRows('services', () => ({ minutes: 'many' })),
      ),
    ],
    [
      'values',
      /^visit_parts/,
      changed(
        original,
        changeRows('visit_parts', () => ({ event_id: randomUUIDv7() })),
      ),
    ],
    [
      'values',
      'people',
      changed(
        original,
        changeRows('people', () => ({ log_in: 'a\nb@c' })),
      ),
    ],
    [
      'fileType',
      'portrait.webp',
      changed(
        original,
        changeRows('files', ({ mime_type: type }) => (type === 'image/webp' ? { mime_type: 'text/html' } : {})),
      ),
    ],
    [
      'fileType',
      'portrait.webp',
      changed(original, (contents) => contents.set(`files/${picture.id}`, Buffer.from('<svg/>'))),
    ],
    ...['application/pdf', 'application/zip', 'text/csv'].map(
      (type): Hostile => [
        'fileType',
        'portrait.webp',
        changed(
          original,
          changeRows('files', ({ mime_type: is }) => (is === 'image/webp' ? { mime_type: type } : {})),
        ),
      ],
    ),
  ];
  const before = [await countCompanies(app), await fileKeys(app)];
  for (const [problem, about, bytes] of hostile) {
    const row = await uploadArchive(app, bytes, as);
    assert.deepEqual([row.state, row.problem], ['refused', problem], `${problem} ${about}`);
    assert.match(
      row.problemAbout,
      typeof about === 'string' ? new RegExp(`^${about.replace(/[.*]/g, '\\$&')}`) : about,
    );
    assert.equal((await app.call(start, { id: row.id, administrator: 'x@y.example' }, as)).status, 409);
  }
  await removeOldRestores(app);
  assert.deepEqual([await countCompanies(app), await fileKeys(app)], before);

  const path = join(app.config.dataDir, 'whole.zip');
  await writeFile(path, archive);
  const beyond = [
    { maxBytes: 1_000 },
    { limits: { ...companyLimits, entries: 3 } },
    { limits: { ...companyLimits, tables: { ratio: 1, bytes: 1_000 } } },
  ];
  for (const limits of beyond) await assert.rejects(readCompanyArchive(path, limits), { problem: 'tooLarge' });

  // Rights, money and limits are not read; an older archive lacks columns and tables.
  const older = changed(original, (contents, manifest) => {
    changeRows('companies', () => ({ sms_per_day: 1e9, verified_e_mail: 'x@y.example', plan_number: 3 }))(
      contents,
      manifest,
    );
    changeRows('services', () => ({ cancel_hours: undefined }))(contents, manifest);
    for (const table of ['estimates', 'email_templates']) contents.delete(`tables/${table}.jsonl`);
    manifest.migrations = (manifest.migrations as string[]).slice(0, 5);
  });
  const row = await uploadArchive(app, older, as);
  assert.deepEqual([row.state, row.problem], ['checked', null]);

  // Uploads that are not allowed, or that do not fit.
  const { employee } = await buildBusiness(app, { actions: ['user', 'admin'] });
  const admin = await signIn(app, employee);
  assert.equal((await app.call(begin, { fileName: 'a.zip', size: 5 }, admin)).status, 403);
  assert.equal((await app.call(start, { id: row.id, administrator: 'x@y.example' }, admin)).status, 403);
  assert.equal((await app.call(getDryRun, { id: row.id }, admin)).status, 403);
  const large = await app.call(begin, { fileName: 'a.zip', size: 5 * 2 ** 30 }, as);
  assert.deepEqual(large.complaints, [{ Key: 'Size', Message: 'The archive may have at most 4096 MB.' }]);
  const { id } = (await app.call(begin, { fileName: 'a.zip', size: pieceBytes + 5 }, as)).answer;
  assert.equal((await sendPiece(app, id, 1, Buffer.alloc(5), as)).status, 409);
  assert.equal((await sendPiece(app, id, 0, Buffer.alloc(5), as)).status, 417);
  assert.equal((await sendPiece(app, id, 0, Buffer.alloc(5), admin)).status, 403);
});

test('values outside the contract are refused, those of people who have not accepted yet as well', async () => {
  await using app = await testApp();
  const { as } = await operatorOf(app);
  const { company } = await richCompany(app);
  const original = await readArchive(app, await archiveOf(app, company.id));
  const wrong: [table: string, values: object, column?: string][] = [
    // One that no interval can hold would stop the reminders of all companies.
    ['companies', { reminder_leads: [2147483647] }],
    ['companies', { reminder_leads: [2, 3, 4, 5] }],
    ['services', { reminder_leads: [null] }],
    // Employees wait for their people, and are checked all the same.
    ['employees', { reminder_leads: [1] }],
    ['employees', { reminder_channels: ['fax'] }],
    ['employees', { profession: 'x'.repeat(20_001) }],
    ['services', { horizon_days: 2147483647 }],
    ['contacts', { notes: randomBytes(1_000_001).toString('hex') }],
    ['campaigns', { blocks: [{ kind: 'script' }] }, '.blocks'],
    ['campaigns', { audience: { awayDays: 1e9 } }, '.audience'],
    ['visits', { notified: { status: 'confirmed', start: 'soon' } }, '.notified'],
    ['email_messages', { headers: { To: ['all'] } }, '.headers'],
    ['contact_merges', { moved: { visits: 'all' } }, '.moved'],
    ...['javascript:alert(1)', ' JavaScript:alert(1)', 'data:text/html,x', '//evil.example', 'java\tscript:x'].flatMap(
      (link): typeof wrong => [
        ['events', { link }, '.link'],
        ['campaign_links', { url: link }, '.url'],
      ],
    ),
  ];
  for (const [table, values, column = ''] of wrong) {
    const row = await uploadArchive(
      app,
      changed(
        original,
        changeRows(table, () => values),
      ),
      as,
    );
    assert.deepEqual([row.state, row.problem], ['refused', 'values'], JSON.stringify([table, values]).slice(0, 100));
    // The database names its constraint.
    assert.equal(row.problemAbout.replace(/ \(.*/, ''), `${table}${column}`);
  }
});

test('links that the product takes are restored', async () => {
  await using app = await testApp();
  const { as } = await operatorOf(app);
  const { company } = await richCompany(app);
  const original = await readArchive(app, await archiveOf(app, company.id));
  for (const [link, url] of [
    ['', 'https://salon.example/ķīļi'],
    ['/app/home', 'HTTP://salon.example/a\\b'],
    ['https://salon.example', 'https://[x'],
  ]) {
    const archive = changed(original, (contents, manifest) => {
      changeRows('events', () => ({ link }))(contents, manifest);
      changeRows('campaign_links', () => ({ url }))(contents, manifest);
    });
    const row = await uploadArchive(app, archive, as);
    assert.deepEqual([row.state, row.problem, row.problemAbout], ['checked', null, ''], `${link} ${url}`);
  }
});

test('every stored text of a link that a restore writes is checked', () => {
  const links = Object.entries(companyTables).flatMap(([table, rule]) =>
    restoredColumns(rule)
      .filter((column) => /(^|_)(link|url|href|website|web_site|homepage)$/.test(column))
      .map((column) => `${table}.${column}`),
  );
  const checked = Object.entries(linkValues).flatMap(([table, columns]) =>
    Object.keys(columns).map((column) => `${table}.${column}`),
  );
  // The number of a link.
  assert.deepEqual(links.filter((column) => column !== 'campaign_visits.link').toSorted(), checked.toSorted());
});
