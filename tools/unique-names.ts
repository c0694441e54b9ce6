// Finds exported names that stand in more than one file: one thing has one name, and different things have different
// ones. Part of `npm run check`.
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A verb of the server, and the function of the browser that calls it and shows what happens. */
const verbsOfBothSides = new Set([
  'changeLocation',
  'confirmHold',
  'deleteCampaign',
  'deleteEvent',
  'releaseHold',
  'saveEvent',
  'sendCampaign',
  'startCampaign',
  'stopCampaign',
  'undoMerge',
  'uploadFile',
]);

/** One line for each name that several files of the product export. `top` is the project's folder. */
export async function sharedNames(top: string): Promise<string[]> {
  const places = new Map<string, Set<string>>();
  for await (const path of glob('{contract,server,web}/**/*.{ts,tsx}', { cwd: top })) {
    if (/\.(test|gen|d)\.tsx?$/.test(path)) continue;
    const source = await readFile(join(top, path), 'utf8');
    for (const [, name = ''] of source.matchAll(declaration)) {
      places.set(name, (places.get(name) ?? new Set()).add(path));
    }
  }
  return [...places]
    .filter(([name, paths]) => paths.size > 1 && !(verbsOfBothSides.has(name) && isOncePerSide([...paths])))
    .map(([name, paths]) => `${name}: ${[...paths].sort().join(', ')}`)
    .sort();
}

const declaration =
  /^export (?:declare )?(?:async )?(?:abstract )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;

const isOncePerSide = (paths: readonly string[]) =>
  paths.length === 2 &&
  paths.some((path) => path.startsWith('web/')) &&
  paths.some((path) => path.startsWith('server/'));

if (import.meta.main) {
  const found = await sharedNames(fileURLToPath(new URL('..', import.meta.url)));
  for (const line of found) console.error(line);
  console.log(found.length ? `${found.length} names are exported by several files` : 'Every exported name is unique.');
  process.exitCode = found.length ? 1 : 0;
}
