// `npm run doctor`: prints the lines of the health check, beside a running Daybook or without one. Ends with 1 when
// something is broken.
import { openFiles } from '#server/lib/files/open-files.ts';
import { parseConfig } from './config.ts';
import { findRunning } from './db/embedded/find-running.ts';
import { openDatabase } from './db/pool.ts';
import { translate } from './lib/i18n.ts';
import { openServer } from './open-server.ts';
import { examine } from './operations/doctor/examine.ts';
import { closers, print, runProcess, stop } from './run-process.ts';

await runProcess(start);

async function start(): Promise<void> {
  const config = parseConfig(process.env);
  const running = config.databaseUrl ? undefined : await findRunning(config.dataDir);
  const database = openDatabase(running ?? (await openServer(config, { existing: true })), { max: 4 });
  closers.push({ timeout: 1_000, close: () => database.close() });
  const clock = { now: () => Temporal.Now.instant() };
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`;
  const lines = await examine({ config, database, clock, files: await openFiles(config), publicUrl }, 'en');
  const signs = { fine: 'fine  ', look: 'LOOK  ', broken: 'BROKEN' };
  for (const { check, state, text } of lines) {
    print(`${signs[state]} ${translate('en', `doctorPage.check.${check}`)}: ${text}`);
  }
  await stop(lines.some(({ state }) => state === 'broken') ? 1 : 0, 'after the health check');
}
