// Checks every import against the rules of docs/decisions/0002-roots-and-imports.md.
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Import {
  from: string;
  /** A path inside the project, or a package's name. */
  to: string;
  specifier: string;
}

const roots = ['contract', 'server', 'web', 'device'];
const isTest = (path: string) => /\.test\.tsx?$|\/testing\//.test(path);

/** Imports between features of one area that still close a circle. The list only shrinks. */
const allowedBetweenFeatures: readonly string[] = [];

/** Returns every violation as one line, none if all is well. `top` is the project's folder. */
export async function brokenBoundaries(top: string, allowed = allowedBetweenFeatures): Promise<string[]> {
  const files = await sources(top);
  const imports = (await Promise.all(files.map((file) => importsOf(top, file)))).flat();
  const lines = imports.flatMap((one) =>
    rules.filter((rule) => rule.broken(one)).map((rule) => describeViolation(one, rule.message)),
  );
  const own = imports.filter((one) => !isTest(one.from));
  return [...lines, ...fileCircles(own), ...featureCircles(own, allowed)];
}

/** From the top down: an area imports those below it, never one beside or above it (docs/decisions/0033-areas.md). */
const order: readonly (readonly string[])[] = [
  ['testing', 'demo', 'shell'],
  ['site'],
  ['operations'],
  ['reports'],
  ['campaigns'],
  ['money', 'till', 'links'],
  ['booking'],
  ['customers'],
  ['company'],
  ['identity'],
  ['devices'],
  ['messaging'],
  ['balance'],
  ['files', 'places'],
  ['map'],
  ['lib'],
  ['db'],
];

const areaOf = (path: string) => /^(?:contract|server|web)\/([^/.]+)(?:\/|\.ts$)/.exec(path)?.[1];
export const levelOf = (path: string) => order.findIndex((level) => level.includes(areaOf(path) ?? ''));
/** The folder of a feature, such as `server/booking/public`, or a file of an area that is a feature by itself. */
const featureOf = (path: string) =>
  /^(?:server|web)\/(?:files|places|(?!lib\/|db\/|testing\/|shell\/)[^/]+\/[^/]+)/.exec(path)?.[0];
const rootOf = (path: string) => path.split('/')[0];
const inside = (root: string, path: string) => path.startsWith(`${root}/`);
const isPackage = (path: string) => !roots.some((root) => inside(root, path)) && !inside('i18n', path);

const rules: { message: string; broken: (one: Import) => boolean }[] = [
  {
    message: 'contract/ imports only zod and itself',
    broken: ({ from, to }) => inside('contract', from) && !isTest(from) && !inside('contract', to) && to !== 'zod',
  },
  { message: 'web/ does not import server/', broken: ({ from, to }) => inside('web', from) && inside('server', to) },
  { message: 'server/ does not import web/', broken: ({ from, to }) => inside('server', from) && inside('web', to) },
  {
    message: 'web/ does not import Node',
    broken: ({ from, to }) => inside('web', from) && !isTest(from) && to.startsWith('node:'),
  },
  {
    message: 'device/ imports only Node and itself: it runs without packages',
    broken: ({ from, to }) => inside('device', from) && !inside('device', to) && !to.startsWith('node:'),
  },
  {
    message: 'device/ is packed, not imported',
    broken: ({ from, to }) => inside('device', to) && !inside('device', from),
  },
  {
    message: 'an area imports only areas below it',
    broken: ({ from, to }) => {
      if (rootOf(from) !== rootOf(to) || isTest(from) || areaOf(from) === areaOf(to)) return false;
      const [above, below] = [levelOf(from), levelOf(to)];
      return above >= 0 && below >= 0 && above >= below;
    },
  },
  {
    message: 'styles of an area are its own; shared ones are in web/lib',
    broken: ({ from, to }) =>
      to.endsWith('.css') && areaOf(to) !== undefined && areaOf(to) !== 'lib' && areaOf(from) !== areaOf(to),
  },
  {
    message: 'the order of areas (tools/boundaries.ts) lists every area',
    broken: ({ from }) => /^(?:contract|server|web)\/[^/]+\//.test(from) && levelOf(from) < 0,
  },
  {
    message: 'only main.ts, app.ts, backup.ts and doctor.ts read the settings',
    broken: ({ from, to }) =>
      to === 'server/config.ts' && !isTest(from) && !/^server\/(main|app|backup|doctor)\.ts$/.test(from),
  },
  {
    message: 'config.ts imports no feature',
    broken: ({ from, to }) => from === 'server/config.ts' && featureOf(to) !== undefined,
  },
  {
    message: "other features import a feature's verb files, not its routes or store",
    broken: ({ from, to }) =>
      featureOf(from) !== undefined &&
      !isTest(from) &&
      // An area.ts joins the routes of its area.
      !/^server\/\w+\/area\.ts$/.test(from) &&
      featureOf(to) !== undefined &&
      featureOf(from) !== featureOf(to) &&
      /\/(routes|store)\.ts$/.test(to),
  },
  {
    message: 'imports include the file extension',
    broken: ({ to, specifier }) =>
      !isPackage(to) && !/\.(tsx?|mjs|json|css|svg)(\?\w+)?$/.test(specifier) && !specifier.includes('*'),
  },
];

function describeViolation({ from, specifier }: Import, rule: string): string {
  return `${from} imports ${specifier}: ${rule}.`;
}

async function sources(top: string): Promise<string[]> {
  const lists = await Promise.all(
    roots.map(async (root) => (await readdir(join(top, root), { recursive: true })).map((name) => join(root, name))),
  );
  return lists.flat().filter((name) => /\.(tsx?|mjs)$/.test(name));
}

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s+[^'";]*?from\s+'([^']+)'|import\(\s*'([^']+)'\s*\)|(?:^|\n)import\s+'([^']+)'/g;

export async function importsOf(top: string, from: string): Promise<Import[]> {
  const text = await readFile(join(top, from), 'utf8');
  return [...text.matchAll(importPattern)].map(([, named, lazy, bare]) => {
    const specifier = named ?? lazy ?? bare ?? '';
    return { from, specifier, to: resolved(from, specifier) };
  });
}

function resolved(from: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier));
  return specifier;
}

type Arrows = ReadonlyMap<string, ReadonlySet<string>>;

function arrowsOf(pairs: readonly { from: string; to: string }[]): Arrows {
  return new Map(
    [...Map.groupBy(pairs, ({ from }) => from)].map(([from, own]) => [from, new Set(own.map((one) => one.to))]),
  );
}

const fileCircles = (imports: readonly Import[]): string[] =>
  circlesIn(arrowsOf(imports)).map((circle) => `Import cycle: ${circle.join(' -> ')}.`);

/**
 * Features of one area have an order: none imports another one directly or over others that imports it. An allowed
 * import that closes no circle any more is a violation, too.
 */
function featureCircles(imports: readonly Import[], allowed: readonly string[]): string[] {
  const between = imports.flatMap(({ from: file, to: imported }) => {
    const [from, to] = [featureOf(file), featureOf(imported)];
    const isBetween = from !== undefined && to !== undefined && from !== to;
    const isOneArea = rootOf(file) === rootOf(imported) && areaOf(file) === areaOf(imported);
    return isBetween && isOneArea ? [{ from, to, arrow: `${from} -> ${to}`, file, imported }] : [];
  });
  const arrows = arrowsOf(between.filter(({ arrow }) => !allowed.includes(arrow)));
  const example = new Map(between.map((one) => [one.arrow, `${one.file} imports ${one.imported}`]));
  const circles = circlesIn(arrows).map((circle) => {
    const steps = circle.map((feature, index) => example.get(`${feature} -> ${circle[(index + 1) % circle.length]}`));
    return `Features import each other: ${circle.join(' -> ')} (${steps.join(', ')}).`;
  });
  const unneeded = allowed.filter((arrow) => {
    const [from = '', to = ''] = arrow.split(' -> ');
    return !example.has(arrow) || !reaches(arrows, to, from);
  });
  return [...circles, ...unneeded.map((arrow) => `${arrow} closes no circle: remove it from the allowed imports.`)];
}

function reaches(arrows: Arrows, from: string, to: string): boolean {
  const reached = new Set([from]);
  // A set that grows while it is read.
  for (const one of reached) for (const next of arrows.get(one) ?? []) reached.add(next);
  return reached.has(to);
}

/** Each circle once, from its first name in order. */
function circlesIn(arrows: Arrows): string[][] {
  const done = new Set<string>();
  const found = new Map<string, string[]>();
  function walk(name: string, path: string[]): void {
    const at = path.indexOf(name);
    if (at >= 0) {
      const circle = path.slice(at);
      const first = circle.indexOf([...circle].sort()[0] as string);
      const turned = [...circle.slice(first), ...circle.slice(0, first)];
      found.set(turned.join(' '), turned);
      return;
    }
    if (done.has(name)) return;
    for (const next of arrows.get(name) ?? []) walk(next, [...path, name]);
    done.add(name);
  }
  for (const name of arrows.keys()) walk(name, []);
  return [...found.values()];
}

if (import.meta.main) {
  const top = fileURLToPath(new URL('..', import.meta.url));
  const broken = await brokenBoundaries(top);
  for (const line of broken) console.error(line);
  console.log(
    broken.length
      ? `${broken.length} broken import rules in ${relative(process.cwd(), top) || '.'}`
      : 'All imports follow the rules.',
  );
  process.exitCode = broken.length ? 1 : 0;
}
