// Links a page's files in its head; otherwise the browser would find each only after the one before has run.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listPages } from '#contract/list-pages.ts';

/** One file of the build in Vite's manifest. */
interface ManifestEntry {
  file: string;
  imports?: string[];
  css?: string[];
}

type Manifest = Record<string, ManifestEntry>;

/** The sources of the page at an address; the same table as `web/routes.tsx`, most specific first. */
const pages: readonly [pattern: RegExp, ...sources: string[]][] = [
  [/^\/$/],
  [/^\/user\/login(\/|$)/, 'identity/sign-in/login-page.tsx'],
  [/^\/appointment\//, 'links/feeds/appointment-with-feed.tsx'],
  [/^\/appointments(\/|$)/, 'booking/public/mine/my-appointments-page.tsx'],
  [/^\/(terms|privacy|privacy-policy|cookies)\/?$/, 'site/legal-texts/text-page.tsx'],
  [/^\/feedback\/?$/, 'site/feedback/feedback-page.tsx'],
  [/^\/app\/user\/calendars\/?$/, 'app-start.ts', 'booking/calendar/calendars.ts'],
  [/^\/app(\/|$)/, 'app-start.ts'],
  [/^\/(static|user)(\/|$)/],
  [/^\/embed\/[^/]+\/?$/i, 'booking/public/business/embed-page.tsx'],
  [/^\/[^/]+\/[^/]+$/, 'booking/public/profile/profile-page.tsx'],
  [/^\/[^/]+\/?$/, 'booking/public/business/business-page.tsx'],
];

/**
 * For the build in `root`: the head's links for a path in a language. On a server-rendered page, scripts wait for
 * `web/start.ts`.
 */
export function preloadsOf(root: string): (path: string, language: string, isRendered: boolean) => Promise<string> {
  const links = new Map<string, string>();
  let manifest: Promise<Manifest> | undefined;
  return async (path, language, isRendered) => {
    const list = listPages.get(path.replace(/\/$/, ''));
    const sources = list ? ['app-start.ts', list.file] : sourcesOf(path);
    const key = [...sources, language, isRendered].join();
    let made = links.get(key);
    if (made === undefined) {
      manifest ??= readFile(join(root, '.vite/manifest.json'), 'utf8').then((text) => JSON.parse(text) as Manifest);
      const named = await manifest;
      // A list's page is named by its file alone.
      const found = sources.map((source) => Object.keys(named).find((name) => name.endsWith(`/${source}`)) ?? source);
      made = linksFor(named, ['main.tsx', ...found, ...messageFilesFor(found, language)], isRendered);
      links.set(key, made);
    }
    return made;
  };
}

function sourcesOf(path: string): string[] {
  const [, ...sources] = pages.find(([pattern]) => pattern.test(path)) ?? [/^/];
  return sources;
}

/** Links for the sources and all they import, without what the entry brings anyway. Unknown sources are passed over. */
export function linksFor(manifest: Manifest, sources: readonly string[], isRendered: boolean): string {
  const brought = reach(manifest, ['index.html']);
  const files = [...reach(manifest, sources)].filter((name) => !brought.has(name)).map((name) => manifest[name]);
  const styles = new Set(files.flatMap((built) => built?.css ?? []));
  return [
    ...[...styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...files.map(
      (built) => built && `<link rel="${isRendered ? 'later' : 'modulepreload'}" crossorigin href="/${built.file}">`,
    ),
  ].join('');
}

/** A page has the public texts in its data. */
function messageFilesFor(sources: readonly string[], language: string): string[] {
  return sources.includes('app-start.ts') ? [`../i18n/${language}.json?app`] : [];
}

function reach(manifest: Manifest, names: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    const built = manifest[name];
    if (!built || found.has(name)) continue;
    found.add(name);
    reach(manifest, built.imports ?? [], found);
  }
  return found;
}
