// Prints a picture with the print system of Windows, by a script for PowerShell.
import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { stopsPaper } from './printer-status.mjs';
import { NotTaken, Problem } from './problem.mjs';

const run = promisify(execFile);
const script = fileURLToPath(new URL('../windows/print.ps1', import.meta.url));

/** Windows forgets a paper when it has printed it: only one that it still shows as printed counts as printed. */
export function windowsPrinter(settings, queue) {
  const { waits } = settings;

  async function powerShell(...args) {
    const all = [
      '-NoProfile',
      '-NonInteractive',
      '-ExecutionPolicy',
      'Bypass',
      '-File',
      script,
      '-Printer',
      queue,
      ...args,
    ];
    const { stdout } = await run('powershell.exe', all, {
      windowsHide: true,
      timeout: (waits.answer + waits.status) * 1_000,
    });
    return JSON.parse(stdout);
  }

  return {
    async look() {
      const { status } = await powerShell('-Look').catch(() => {
        throw new NotTaken('unreachable', `Windows has no printer named "${queue}".`);
      });
      return { status, media: ['image/png'], isReady: !stopsPaper(status) };
    },
    async print({ bytes, id, ...paper }, begin) {
      const file = join(tmpdir(), `daybook-${id}.png`);
      await writeFile(file, bytes, { mode: 0o600 });
      try {
        await begin();
        const seconds = Math.max(1, Math.min(waits.answer, Math.round((paper.deadline - performance.now()) / 1_000)));
        const { outcome, reason } = await powerShell(
          '-File',
          file,
          '-Name',
          `daybook-${id}`,
          '-Seconds',
          String(seconds),
        );
        return { outcome, code: outcome === 'printed' ? '' : 'windows', reason };
      } catch (error) {
        throw new Problem(
          'windows',
          `Windows did not say whether it printed the paper: ${error.code ?? error.message}.`,
        );
      } finally {
        await rm(file, { force: true });
      }
    },
  };
}
