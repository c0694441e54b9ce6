// Writes contract/all.ts: `npm run make:contract`, after a service, a list or a right was changed.
import { writeFile } from 'node:fs/promises';
import { contractRegistry } from './contract-registry.ts';

await writeFile(new URL('../contract/all.ts', import.meta.url), await contractRegistry());
