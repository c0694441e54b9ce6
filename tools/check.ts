// Runs all static checks in parallel: `npm run check`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const checks: Record<string, string[]> = {
  // Several checkers repeat each other's work: with one, all of it takes half the processor time.
  types: ['tsc', '--noEmit', '--checkers', '1'],
  'lint and format': ['biome', 'ci', '--colors=off', '--error-on-warnings', '.'],
  'unused code': ['knip', '--no-progress'],
  'import boundaries': ['node', 'tools/boundaries.ts'],
  'plain English': ['node', 'tools/plain-english.ts'],
  'unique names': ['node', 'tools/unique-names.ts'],
};

async function run(name: string, [command = '', ...args]: string[]): Promise<boolean> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (text) => {
    output += text;
  });
  child.stderr.on('data', (text) => {
    output += text;
  });
  const [code] = await once(child, 'close');
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}`);
  if (code !== 0) console.log(output);
  return code === 0;
}

const results = await Promise.all(Object.entries(checks).map(([name, command]) => run(name, command)));
process.exitCode = results.every(Boolean) ? 0 : 1;
