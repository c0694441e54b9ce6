// Generates contract/all.ts from the services and lists that the files of the contract export.
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { pagesThatPermit } from '#contract/lib/may.ts';
import type { AnyResource } from '#contract/lib/resource.ts';
import type { Operation, Service } from '#contract/lib/service.ts';

interface Found {
  file: string;
  name: string;
  service: Service;
  isList: boolean;
}

const top = join(import.meta.dirname, '..');

export async function contractRegistry(): Promise<string> {
  const found = await declarations();
  const byFile = Map.groupBy(found, ({ file }) => file);
  const imports = [...byFile].map(([file, some]) => {
    const names = some.map(({ name }) => name).toSorted();
    return `import { ${names.join(', ')} } from './${file}';`;
  });
  const names = (isList: boolean) => found.filter((one) => one.isList === isList).map(({ name }) => `  ${name},`);
  const rights = found.flatMap(({ name, service }) => [
    `  ${name}: {`,
    ...Object.entries(service).map(([key, operation]) => {
      assertGrantsRead(`${name}.${key}`, operation);
      return `    ${key}: '${rightOf(operation)}',`;
    }),
    '  },',
  ]);
  return `${header}
${imports.join('\n')}

/** Every administered list. */
export const resources = {
${names(true).join('\n')}
};

type Resources = typeof resources;

/** Every service. The API pages list them, the server must serve them, and server/access.test.ts calls them. */
export const services = {
${names(false).join('\n')}
  ...(Object.fromEntries(Object.entries(resources).map(([name, { operations }]) => [name, operations])) as {
    [Name in keyof Resources]: Resources[Name]['operations'];
  }),
};

/** The callers that the contract admits to each operation. A change of rights shows in the diff of this file. */
export const rights = {
${rights.join('\n')}
} satisfies { [S in keyof typeof services]: Record<keyof (typeof services)[S], string> };
`;
}

const header = `// Every service and list of the contract, and the callers of each operation.
// Written by \`npm run make:contract\` (tools/make-contract.ts); tools/make-contract.test.ts compares it.
`;

/**
 * A grant of a page lets people read. These calls are made as changes, and grants of the pages that they help permit
 * them: one reads, and the picker of a place saves what was chosen.
 */
const grantable: ReadonlySet<string> = new Set(['geolocations.insert', 'marketing.countAudience']);

/** Throws for a change that a grant of another page would permit. */
export function assertGrantsRead(name: string, { changes, helps = [] }: Pick<Operation, 'changes' | 'helps'>): void {
  if (changes && helps.length > 0 && !grantable.has(name)) {
    throw new Error(`${name} changes something: a grant of ${helps.join(', ')} must not permit it.`);
  }
}

/** Describes the callers of an operation and the states of the session in which they may call it. */
function rightOf(operation: Operation): string {
  const { may, whileLocked, notWhileImpersonating } = operation;
  return [
    may,
    ...pagesThatPermit(operation).map((page) => `or by a grant of ${page}`),
    whileLocked && 'also while locked',
    notWhileImpersonating && 'not while impersonating',
  ]
    .filter(Boolean)
    .join(', ');
}

/** All services and lists, sorted by file and then by name. */
async function declarations(): Promise<Found[]> {
  const files: string[] = [];
  for await (const file of glob('**/*.ts', { cwd: join(top, 'contract') })) {
    // Files beside the areas are made of what the areas declare.
    const isDeclaring = !/(^|\/)lib\/|\.test\.ts$|^(all|access|addresses|list-pages)\.ts$/.test(file);
    if (isDeclaring) files.push(file);
  }
  const found: Found[] = [];
  for (const file of files.sort()) {
    const exported = (await import(join(top, 'contract', file))) as Record<string, unknown>;
    for (const [name, value] of Object.entries(exported)) {
      if (isResource(value)) found.push({ file, name, service: value.operations as object as Service, isList: true });
      else if (isService(value)) found.push({ file, name, service: value, isList: false });
    }
  }
  return found;
}

function isResource(value: unknown): value is AnyResource {
  return isRecord(value) && isRecord(value.declared) && 'page' in value.declared && isService(value.operations);
}

function isService(value: unknown): value is Service {
  if (!isRecord(value)) return false;
  const operations = Object.values(value);
  return operations.length > 0 && operations.every((one) => isRecord(one) && 'methods' in one && 'path' in one);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
