// Writes contract/all.ts. Run `npm run make:contract` after changing a service, a list or a right.
import { writeFile } from 'node:fs/promises';
import { contractRegistry } from './contract-registry.ts';

await writeFile(new URL('../contract/all.ts', import.meta.url), await contractRegistry());
