// Finds the tests that a change can reach, by imports and by areas: `npm run test:changed`.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { importsOf, levelOf } from './boundaries.ts';

/** Files that differ from the branch `main`, also those that are not committed. On `main`, from the last commit. */
export function changedFiles(top: string): string[] {
  const git = (...parts: string[]) =>
    execFileSync('git', parts, { cwd: top, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\n')
      .filter(Boolean);
  const base = ['origin/main', 'main'].flatMap((branch) => {
    try {
      return git('merge-base', 'HEAD', branch);
    } catch {
      return [];
    }
  })[0];
  return [
    ...new Set([
      ...git('diff', '--name-only', '--no-renames', base ?? 'HEAD'),
      ...git('ls-files', '--others', '--exclude-standard'),
    ]),
  ];
}

/** Joins all areas: a test that imports one of these does not thereby reach all of them. */
const joins = /^server\/(app|main|backup)\.ts$|\/testing\/|^e2e\/lib\//;

/**
 * Returns the tests that these changed files can reach. Code of an area reaches the tests of this area and of those
 * above it, which may import it: an area imports none above it (`tools/boundaries.ts`). So do its words and its part of
 * the contract. A change of what has no area, such as the settings, the database or the shell, reaches all. A test in
 * the browser may visit pages of any area: every change of the product reaches it.
 */
export async function testsReached(top: string, tests: readonly string[], changed: readonly string[]) {
  const code = changed.filter((path) => /\.(tsx?|css|sql|json|html|js)$/.test(path) && !/^(bench|docs)\//.test(path));
  const product = code.filter((path) => !/\.test\.tsx?$/.test(path));
  const levels = product.map((path) => (/^(contract|server|web)\//.test(path) ? levelOf(path) : -1));
  // The first level has the shell and what tests share; -1 is no area at all.
  if (product.some((path, index) => (levels[index] ?? -1) <= 0 && !isTool(path))) return [...tests];
  const isProduct = levels.some((level) => level > 0);
  const reached: string[] = [];
  for (const test of tests) {
    const imported = await allImports(top, test);
    if (isProduct && test.startsWith('e2e/')) {
      reached.push(test);
      continue;
    }
    const areas = new Set([...imported].map(levelOf).filter((level) => level > 0));
    const canReach = (level: number, index: number) =>
      !other(test).test(product[index] ?? '') && [...areas].some((one) => one <= level);
    const isReached = code.some((path) => imported.has(path)) || levels.some(canReach);
    if (isReached) reached.push(test);
  }
  return reached;
}

/** Code on the other side, behind the contract. The pages of the site are served from the browser's code. */
function other(test: string): RegExp {
  if (test.startsWith('web/')) return /^server\//;
  return /^server\/(?!site\/)[^/]+\//.test(test) ? /^web\// : /^$/;
}

const isTool = (path: string) => path.startsWith('tools/');

/** The file and all that it imports, not beyond the files that join the areas. */
async function allImports(top: string, file: string): Promise<Set<string>> {
  const found = new Set<string>([file]);
  for (const path of found) {
    if (joins.test(path) && path !== file) continue;
    for (const { to } of await importsIn(top, path)) found.add(to);
  }
  return found;
}

const read = new Map<string, ReturnType<typeof importsOf>>();

function importsIn(top: string, path: string): ReturnType<typeof importsOf> {
  const key = join(top, path);
  // Packages, and files that are no modules, import nothing.
  const imports =
    read.get(key) ??
    (/^(contract|i18n|server|web|e2e|tools)\/.*\.tsx?$/.test(path) && existsSync(key)
      ? importsOf(top, path)
      : Promise.resolve([]));
  read.set(key, imports);
  return imports;
}
