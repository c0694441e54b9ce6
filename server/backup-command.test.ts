// Tests of `npm run backup` and `npm run restore` as an operator uses them, on the embedded database.
import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { buildBusiness } from './testing/build.ts';
import { connectionOf, connectServices, dataFolder, launch, run } from './testing/process.ts';

/** The lines that a command prints, after it has ended with this code. */
async function linesOf(env: Record<string, string>, flags: readonly string[], code: number): Promise<string> {
  const command = launch(env, 'node', flags);
  assert.equal(await command.ended, code, command.lines.join('\n'));
  return command.lines.join('\n');
}

test('a running installation is backed up, and restored into another folder but not over itself', async () => {
  await using folder = await dataFolder();
  const [DATA_DIR, other] = [join(folder.path, 'one'), join(folder.path, 'two')];
  const archive = join(folder.path, 'backup.zip');
  {
    await using daybook = await run({ DATA_DIR });
    await using services = connectServices(daybook, await connectionOf(DATA_DIR));
    await buildBusiness(services, { lastName: 'Restored' });
    assert.match(await linesOf({ DATA_DIR }, ['--backup', archive], 0), /^Backed up \d+ rows of \d+ tables/m);
    assert.equal((await stat(archive)).mode & 0o777, 0o600);
    const refused = await linesOf({ DATA_DIR }, ['--restore', archive], 1);
    assert.match(refused, /^Another process \(pid \d+\) already runs the database in .+\. Stop it first/m);
    await daybook.stop();
  }
  assert.match(await linesOf({ DATA_DIR }, ['--restore', archive], 1), /^The database is not empty\./m);
  assert.match(await linesOf({ DATA_DIR: other }, ['--restore', archive], 0), /^Restored \d+ rows of \d+ tables/m);
  await using daybook = await run({ DATA_DIR: other });
  await using services = connectServices(daybook, await connectionOf(other));
  const people = await services.database.read.selectFrom('users').select('lastName').execute();
  assert.deepEqual(people, [{ lastName: 'Restored' }]);
  await daybook.stop();
});
