// Builds the browser part into the folder of the first argument, as a process of its own: a build takes a gigabyte,
// which the process that serves would keep.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { compressAssets } from './build-web.ts';

const [outDir = ''] = process.argv.slice(2);
const configFile = fileURLToPath(new URL('../../../vite.config.ts', import.meta.url));
await build({ configFile, logLevel: 'warn', build: { outDir } });
await compressAssets(join(outDir, 'assets'));
