// Tests of an installation as images and units have it: its commands, its packages, and the files of deploy/.
import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import './config.ts';
import { describedSettings } from './lib/settings/setting.ts';
import { ownPostgres } from './testing/database/own-postgres.ts';
import { dataFolder, eventually, launchCommand } from './testing/process.ts';

const checkout = join(import.meta.dirname, '..');
const textOf = (path: string) => readFile(join(checkout, path), 'utf8');

test('without the packages of the browser part a built installation serves, and one that is not built says so', async () => {
  await using postgres = await ownPostgres();
  await postgres.admin(['create role maker login createrole', 'create database maker owner maker']);
  await using folder = await dataFolder();
  const copy = join(folder.path, 'daybook');
  await copyForProduction(copy);
  const env = {
    ...postgres.env('maker', 'maker'),
    // The links are taken for the files themselves: packages are looked for beside the copy.
    NODE_OPTIONS: '--preserve-symlinks --preserve-symlinks-main',
    NODE_COMPILE_CACHE: join(folder.path, 'compiled'),
  };
  const daybook = launchCommand(env, ['start'], copy);
  await eventually('it serves', () => daybook.child.exitCode !== null || daybook.lines.some(isLastLine));
  const url = daybook.lines.map((line) => /^Daybook is at (\S+)$/.exec(line)?.[1]).find(Boolean);
  assert.ok(url, daybook.lines.join('\n'));
  assert.match(await (await fetch(url)).text(), /<div id="root">/);
  const alive = (port: string) => launchCommand({ ...env, PORT: port }, ['alive'], copy).ended;
  assert.deepEqual([await alive(new URL(url).port), await alive('9')], [0, 1]);
  daybook.child.kill('SIGTERM');
  assert.equal(await daybook.ended, 0);

  await rm(join(copy, 'dist'));
  await mkdir(join(copy, 'dist'));
  const refused = launchCommand(env, ['start'], copy);
  assert.equal(await refused.ended, 1);
  assert.deepEqual(refused.lines, [
    'The browser part is not built, and the packages that build it are not installed. Run: npm ci --include=dev && npm run build',
  ]);
  const migrating = launchCommand(env, ['migrate'], copy);
  assert.equal(await migrating.ended, 0, 'it needs no pages');
  assert.deepEqual(await readdir(join(copy, 'dist')), [], 'nothing was begun');
});

test('the command migrate brings a database up to date and ends, and later starts find nothing to do', async () => {
  await using postgres = await ownPostgres();
  await postgres.admin(['create role maker login createrole', 'create database maker owner maker']);
  const env = postgres.env('maker', 'maker');
  const migrate = async () => {
    const { ended, lines } = launchCommand(env, ['migrate']);
    assert.equal(await ended, 0, lines.join('\n'));
    return lines;
  };
  const [first, ...others] = await migrate();
  assert.match(first ?? '', /^Database migrated \(\d+ migrations\)\.$/);
  assert.deepEqual(others, ['The database is up to date.']);
  assert.deepEqual(await migrate(), ['The database is up to date.']);
  const daybook = launchCommand(env, ['start']);
  await eventually('it serves', () => daybook.child.exitCode !== null || daybook.lines.some(isLastLine));
  daybook.child.kill('SIGTERM');
  assert.equal(await daybook.ended, 0, daybook.lines.join('\n'));
  assert.doesNotMatch(daybook.lines.join('\n'), /migrated|updated/);

  await postgres.admin([`insert into migrations (name) values ('9999-of-the-future.sql')`], 'maker');
  const refused = launchCommand(env, ['migrate']);
  assert.equal(await refused.ended, 1);
  assert.deepEqual(refused.lines, [
    'The database was migrated by a newer version of Daybook (it has 9999-of-the-future.sql).',
  ]);
  const unknown = launchCommand(env, ['migrates']);
  assert.equal(await unknown.ended, 2);
  assert.match(unknown.complaints.join('\n'), /^Daybook has no command “migrates”: start, migrate, /);
});

test('the files of deploy/ name settings that exist, and the recipe copies files that exist', async () => {
  const known = new Set(describedSettings.map(({ name }) => name));
  const recipe = await textOf('Dockerfile');
  const compose = /\n {2}daybook:\n((?: {4}.*\n|\n)+)/.exec(await textOf('deploy/compose.yaml'))?.[1] ?? '';
  const unit = await textOf('deploy/daybook.service');
  const guide = await textOf('docs/guides/install.md');
  const named = {
    recipe: [...(/^ENV (.+)$/m.exec(recipe)?.[1] ?? '').matchAll(/(\w+)=/g)],
    compose: [...compose.matchAll(/^ {6}([A-Z_]+): /gm)],
    unit: [...unit.matchAll(/^Environment=(\w+)=/gm)],
    guide: [...guide.matchAll(/^([A-Z_]+)=/gm)],
  };
  // The system's own, and those of the file for compose itself.
  const others = new Set(['TMPDIR', 'DAYBOOK_HOST', 'DATABASE_PASSWORD']);
  for (const [file, names] of Object.entries(named)) {
    assert.ok(names.length > 0, file);
    for (const [, name = ''] of names) assert.ok(known.has(name) || others.has(name), `${name} of ${file}`);
  }
  const copied = [...recipe.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) => paths.split(' '));
  assert.ok(copied.length >= 6);
  for (const path of copied) await readFile(join(checkout, path)).catch((error) => assert.equal(error.code, 'EISDIR'));
  const { NoNewPrivileges, ExecStart } = Object.fromEntries(
    [...unit.matchAll(/^(\w+)=(.*)$/gm)].map((found) => found.slice(1)),
  );
  assert.deepEqual([NoNewPrivileges, ExecStart], ['yes', '/opt/daybook/deploy/daybook start']);
});

const isLastLine = (line: string) => line.startsWith('Stop with');

/** Links to what an image has: the built pages, the server, and the packages that `npm ci --omit=dev` installs. */
async function copyForProduction(copy: string): Promise<void> {
  await mkdir(copy);
  for (const name of ['package.json', 'contract', 'deploy', 'device', 'dist', 'i18n', 'server']) {
    await symlink(join(checkout, name), join(copy, name));
  }
  const { packages } = JSON.parse(await textOf('package-lock.json')) as { packages: Record<string, { dev?: boolean }> };
  const isOfServer = (path: string) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && !packages[path]?.dev;
  for (const path of Object.keys(packages).filter(isOfServer)) {
    await mkdir(dirname(join(copy, path)), { recursive: true });
    await symlink(join(checkout, path), join(copy, path));
  }
}
