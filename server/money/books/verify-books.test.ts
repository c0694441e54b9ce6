// Tests of `npm run verify:books`: it says whether the books are right, and ends with 1 when they are not.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { systemPayments } from '#contract/money/payments.ts';
import { buildBusiness, buildPayment, signIn } from '#server/testing/build.ts';
import { dataFolder, launch, run } from '#server/testing/process.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

async function verify(app: TestApp): Promise<[code: number, output: string]> {
  const { user, host, port, database } = app.database.connection;
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../main.ts'), '--verify-books'], {
    env: {
      ...process.env,
      DATABASE_URL: `postgresql://${user}@/${database}?host=${encodeURIComponent(host ?? '')}&port=${port}`,
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return [code, output.trim()];
}

test('the command names each record that contradicts another', async () => {
  await using app = await testApp();
  const { company } = await buildBusiness(app);
  const sys = await signIn(app, (await buildBusiness(app, { actions: ['sys'] })).employee);
  const { id } = await buildPayment(app, company, { amount: 10 });
  await app.call(systemPayments.operations.manualConfirm, { id }, sys);
  assert.deepEqual(await verify(app), [0, 'The books are right.']);
  await app.database.write.updateTable('payments').set({ manual: null }).execute();
  assert.deepEqual(await verify(app), [
    1,
    `payment ${id}: 10, not 0 (Payments equal their entries)\nRecords that contradict others: 1.`,
  ]);
});

test('the command runs beside the product on the embedded database, which serves on, and after it', async () => {
  await using folder = await dataFolder();
  const env = { DATA_DIR: folder.path };
  const command = async () => {
    const { ended, lines } = launch(env, 'node', ['--verify-books']);
    return [await ended, ...lines];
  };
  await using daybook = await run(env);
  assert.deepEqual(await command(), [0, 'The books are right.']);
  assert.equal((await fetch(daybook.url)).status, 200);
  await daybook.stop();
  assert.deepEqual((await command()).slice(0, 1), [0]);
});
