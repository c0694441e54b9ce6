// `npm run build`: builds the browser part before a start that has no packages for that, or may not write here.
import { print, runProcess, stop } from './run-process.ts';
import { buildWebIfStale } from './site/html/build-web.ts';

await runProcess(start, { signalCode: 1 });

async function start(): Promise<void> {
  await buildWebIfStale(print);
  print('The browser part is built.');
  await stop(0, 'at its end');
}
