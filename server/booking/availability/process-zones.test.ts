// Runs the availability tests again in processes with other time zones: the server's zone must not matter.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SUITES = ['free-slots.test.ts', 'free-slots.oracle.test.ts'].map((name) =>
  fileURLToPath(new URL(name, import.meta.url)),
);

test('availability is the same in every process zone', async (context) => {
  const zones = ['America/New_York', 'Pacific/Auckland'].map((zone) =>
    context.test(`in a process in ${zone}`, async () => {
      // Without NODE_TEST_CONTEXT the child is a separate test run, not a part of this one.
      const env = { ...process.env, TZ: zone, NODE_TEST_CONTEXT: undefined };
      const where = await run(process.execPath, ['-p', 'Temporal.Now.timeZoneId()'], { env });
      assert.equal(where.stdout.trim(), zone);
      // A failing suite exits with 1, which rejects with its output.
      const { stdout } = await run(process.execPath, ['--test', '--test-reporter=tap', ...SUITES], { env });
      assert.match(stdout, /^# fail 0$/m);
      assert.ok(Number(/^# pass (\d+)$/m.exec(stdout)?.[1]) > 30, stdout);
    }),
  );
  await Promise.all(zones);
});
