// The scripts inside the page, as the Content-Security-Policy names them.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The hash of each script in the page of the build in `root`. */
export async function inlineScripts(root: string): Promise<string[]> {
  const page = await readFile(join(root, 'index.html'), 'utf8');
  return [...page.matchAll(/<script\b(?![^>]*\b(?:src|type)=)[^>]*>(.*?)<\/script>/gs)].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  );
}
