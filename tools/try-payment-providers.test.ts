// Tests the program that tries payment providers, on the stand-ins.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

/** Runs the program with these settings and no others; returns its exit code and its lines. */
function tryProviders(env: Record<string, string>, flags: readonly string[] = []) {
  const program = join(import.meta.dirname, 'try-payment-providers.ts');
  const { PATH = '' } = process.env;
  return new Promise<{ code: number; lines: string[] }>((resolve) => {
    const child = execFile(process.execPath, [program, ...flags], { env: { PATH, ...env } }, (_, out, complaints) =>
      resolve({ code: child.exitCode ?? -1, lines: `${out}${complaints}`.trim().split('\n') }),
    );
  });
}

test('every step passes on the stand-ins of both providers', async () => {
  const { code, lines } = await tryProviders({}, ['--stand-ins']);
  const steps = lines.filter((line) => /^(pass|FAIL)/.test(line));
  assert.deepEqual([code, lines.at(-1)], [0, 'All steps passed.'], lines.join('\n'));
  assert.equal(steps.length, 26, lines.join('\n'));
});

test('the program refuses to run without keys, and with live ones', async () => {
  const refusals = await Promise.all([tryProviders({}), tryProviders({ STRIPE_SECRET_KEY: 'sk_live_51Abcdefgh' })]);
  assert.deepEqual(
    refusals.map(({ code, lines }) => [code, lines.length, lines[0]?.slice(0, 19)]),
    [
      [1, 1, 'Set the keys of a t'],
      [1, 1, 'These are live keys'],
    ],
  );
});
