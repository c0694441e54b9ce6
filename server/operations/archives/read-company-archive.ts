// Opens the archive of a company that came from elsewhere, and refuses what no backup would contain.
import { z } from 'zod';
import { idPattern } from '#contract/lib/fields.ts';
import type { RestoreProblem } from '#contract/operations/restores.ts';
import { migrationFiles } from '#server/db/migrate.ts';
import {
  type ArchiveLimits,
  BrokenArchive,
  type OpenArchive,
  OutsideArchive,
  OversizedArchive,
  openArchive,
} from '#server/lib/files/archive.ts';
import type { Rest } from '#server/lib/rest-between.ts';
import { archivedColumns, companyTables } from './company-tables.ts';
import { companyFormat, companyLimits, companyVersion } from './write-company-archive.ts';

/** An archive that is not restored; `about` is such as the name of a table. */
export class RefusedArchive extends Error {
  readonly problem: RestoreProblem;
  readonly about: string;
  constructor(problem: RestoreProblem, about = '', options?: ErrorOptions) {
    super(`${problem} ${about}`, options);
    this.problem = problem;
    this.about = about.slice(0, 200);
  }
}

const uuid = z.string().regex(idPattern);
const factsSchema = z.looseObject({
  product: z.string().max(100).default(''),
  madeAt: z.string().max(40).default(''),
  company: z.object({ id: uuid, name: z.string().max(200) }),
  migrations: z.array(z.string().max(100)).max(10_000),
  /** Files whose bytes were no longer what was stored when the backup was made. */
  damagedFiles: z.array(uuid).max(companyLimits.entries).default([]),
});

type Limits = Pick<ArchiveLimits, 'entries' | 'manifest' | 'ratio'> & { tables: { ratio: number; bytes: number } };

export interface CompanyArchive {
  companyId: string;
  name: string;
  product: string;
  madeAt: string;
  /** The tables of the archive that this version knows, in the order of their declaration. */
  tables: { table: string; rows: number }[];
  /** The files whose whole bytes are in the archive; `kind` is the type that they show, once they were read. */
  files: { id: string; size: number; sha256: string; kind?: string }[];
  /** Bytes of all entries. */
  bytes: number;
  /** The bytes of a table; the stream fails unless they are those of the manifest. */
  readTable: OpenArchive['read'];
  readFile: OpenArchive['read'];
  hasPeople: boolean;
  /** Reads all tables; throws `BrokenArchive` when a byte differs from the manifest. */
  verifyTables(work: { signal: AbortSignal; rest: Rest }): Promise<void>;
  close(): void;
}

/** Opens it, with at most `maxBytes` of content. Throws `RefusedArchive`. */
export async function readCompanyArchive(
  path: string,
  { maxBytes = Number.POSITIVE_INFINITY, limits: given = companyLimits }: { maxBytes?: number; limits?: Limits } = {},
): Promise<CompanyArchive> {
  const { entries: maxEntries, manifest: maxManifest, ratio, tables: maxTables } = given;
  const limits = { entries: maxEntries, manifest: maxManifest, unpacked: maxBytes, ratio };
  const archive = await openArchive(path, limits).catch((error: unknown) => {
    throw asRefused(error);
  });
  try {
    const { manifest } = archive;
    if (manifest.format !== companyFormat) throw new RefusedArchive('notOurs', manifest.format);
    const facts = factsSchema.safeParse(manifest).data;
    if (!facts) throw new RefusedArchive('broken', 'manifest.json');
    const unknown = await unknownMigration(facts.migrations);
    if (manifest.version > companyVersion || unknown) throw new RefusedArchive('tooNew', unknown ?? facts.product);

    const entries = new Map(manifest.entries.map((entry) => [entry.name, entry]));
    const damaged = new Set(facts.damagedFiles.map((id) => id.toLowerCase()));
    const files: CompanyArchive['files'] = [];
    let bytesLeft: number = maxTables.bytes;
    for (const { name, size, sha256 } of manifest.entries) {
      const [, folder, id = ''] = /^(tables|files)\/([^/]+)$/.exec(name) ?? [];
      if (folder === 'files' && idPattern.test(id)) {
        if (!damaged.has(id.toLowerCase())) files.push({ id: id.toLowerCase(), size, sha256 });
        continue;
      }
      if (folder !== 'tables' || !id.endsWith('.jsonl')) throw new RefusedArchive('entry', name);
      if (!isKnown(id.slice(0, -'.jsonl'.length))) throw new RefusedArchive('table', name);
      bytesLeft -= size - archive.packedSize(name) * maxTables.ratio;
      if (bytesLeft < 0) throw new RefusedArchive('tooLarge', name);
    }
    return {
      companyId: facts.company.id.toLowerCase(),
      name: facts.company.name,
      product: facts.product,
      madeAt: facts.madeAt,
      tables: Object.keys(companyTables).flatMap((table) => {
        const entry = entries.get(`tables/${table}.jsonl`);
        return entry ? [{ table, rows: entry.rows ?? 0 }] : [];
      }),
      files,
      bytes: manifest.entries.reduce((sum, { size }) => sum + size, 0),
      readTable: (table) => archive.read(`tables/${table}.jsonl`),
      readFile: (id) => archive.read(`files/${id}`),
      hasPeople: entries.has('tables/people.jsonl'),
      async verifyTables({ signal, rest }) {
        for (const name of entries.keys()) {
          if (!name.startsWith('tables/')) continue;
          // Reading to the end is the check.
          for await (const _piece of await archive.read(name)) {
            signal.throwIfAborted();
            await rest();
          }
        }
      },
      close: archive.close,
    };
  } catch (error) {
    archive.close();
    throw error;
  }
}

/** The migrations before docs/decisions/0096-the-databases-rules-have-one-text.md, whose archives are read as well. */
const former = { first: '0001-foundations.sql', last: '0065-audience-facts-table.sql' };

/** The first migration of an archive that this version does not know; undefined when it knows all. */
async function unknownMigration(names: readonly string[]): Promise<string | undefined> {
  if (names.includes(former.first)) return names.find((name) => name > former.last);
  const known = new Set(await migrationFiles());
  return names.find((name) => !known.has(name));
}

/** The refusal of an archive that cannot be read; any other error as it is. */
export function asRefused(error: unknown): unknown {
  if (error instanceof OutsideArchive) return new RefusedArchive('outside', error.entry, { cause: error });
  if (error instanceof OversizedArchive) return new RefusedArchive('tooLarge', error.entry, { cause: error });
  if (error instanceof BrokenArchive) return new RefusedArchive('broken', error.entry, { cause: error });
  return error;
}

function isKnown(table: string): boolean {
  if (table === 'people') return true;
  const rule = Object.hasOwn(companyTables, table) ? companyTables[table] : undefined;
  return rule !== undefined && archivedColumns(rule).length > 0;
}
