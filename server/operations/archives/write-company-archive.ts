// Writes all records and files of a company into an archive, read in one snapshot.
import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { migrationFiles } from '#server/db/migrate.ts';
import type { Services } from '#server/lib/context.ts';
import { type ArchivePart, writeArchive } from '#server/lib/files/archive.ts';
import type { Rest } from '#server/lib/rest-between.ts';
import { archivedColumns, companyTables, type TableRule } from './company-tables.ts';
import { copyOut, jsonLines } from './copy-rows.ts';

export const companyFormat = 'daybook-company';
/** Changes with the layout of the archive, not with the tables: those are named by the migrations. */
export const companyVersion = 1;

/** The limits of a restore; a backup beyond them is not offered. */
export const companyLimits = {
  entries: 250_000,
  /** Bytes of the manifest, with that many entries. */
  manifest: 64 * 2 ** 20,
  /** JSON Lines of one person shrink to a hundredth at most; a bomb of zeros, to a thousandth. */
  ratio: 200,
  /**
   * Limits of all tables together, in the order of the archive: this many bytes, plus this many times their packed
   * size. Mails that are almost alike shrink to a fiftieth.
   */
  tables: { ratio: 100, bytes: 256 * 2 ** 20 },
} as const;

interface ArchivedFile {
  id: string;
  size: number;
  sha256: string;
}

/**
 * Writes the archive of a company to the new file `path`. `onProgress` is called with per cent. Files that are deleted
 * meanwhile, or whose bytes are lost, are named in the manifest (`missingFiles`), and those whose bytes are no longer
 * what was stored (`damagedFiles`).
 */
export async function writeCompanyArchive(
  services: Services,
  {
    companyId,
    path,
    signal,
    onProgress,
    rest,
  }: { companyId: string; path: string; signal?: AbortSignal; onProgress?: (percent: number) => void; rest?: Rest },
): Promise<void> {
  const client = await services.database.connect();
  try {
    await client.query(
      // With its rests, a statement takes minutes.
      'begin isolation level repeatable read read only; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0',
    );
    const facts = await readFacts(client, companyId);
    const lost = { missingFiles: [] as string[], damagedFiles: [] as string[] };
    let written = 0;
    const watch = (bytes: number) => {
      written += bytes;
      onProgress?.(Math.min(99, Math.floor((100 * written) / facts.estimate)));
    };
    const about = () => ({
      format: companyFormat,
      version: companyVersion,
      product: facts.product,
      madeAt: services.clock.now().toString(),
      company: { id: companyId, name: facts.name },
      migrations: facts.migrations,
      ...lost,
    });
    await writeArchive(path, partsOf(services, client, companyId, lost), about, { signal, watch, rest });
  } finally {
    // Ends the transaction too. A broken connection is already closed.
    await client.end().catch(() => {});
  }
}

interface Facts {
  name: string;
  product: string;
  migrations: string[];
  /** Bytes that the archive will read, roughly. */
  estimate: number;
}

async function readFacts(client: pg.Client, companyId: string): Promise<Facts> {
  const { rows } = await client.query<{ name: string; files: number; records: number }>(
    `select c.name, (select coalesce(sum(f.size), 0)::float8 from files f where f.company_id = c.id) as files,
      (select count(*)::float8 from events e where e.company_id = c.id) as records
    from companies c where c.id = $1`,
    [companyId],
  );
  const [row] = rows;
  if (!row) throw new Error('The company does not exist.');
  const manifest = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8'));
  return {
    name: row.name,
    product: `${manifest.name} ${manifest.version}`,
    migrations: await migrationFiles(),
    // An event has about this many bytes, together with its visit, its parts and its mails.
    estimate: row.files + row.records * 4_000 + 100_000,
  };
}

async function* partsOf(
  services: Services,
  client: pg.Client,
  companyId: string,
  lost: { missingFiles: string[]; damagedFiles: string[] },
): AsyncGenerator<ArchivePart> {
  for (const [table, rule] of Object.entries(companyTables)) {
    const columns = archivedColumns(rule);
    if (columns.length === 0) continue;
    const counted = { rows: 0 };
    const content = linesOf(client, selectRows(table, rule, columns), companyId, counted);
    yield { name: `tables/${table}.jsonl`, content, counted };
  }
  const people = { rows: 0 };
  yield { name: 'tables/people.jsonl', content: linesOf(client, selectPeople, companyId, people), counted: people };
  const files = await filesOf(client, companyId);
  // Files take longest, and their bytes never change: vacuum need not wait for them.
  await client.query('commit');
  for (const file of files) {
    const content = await services.files.read(file.id);
    if (!content) {
      lost.missingFiles.push(file.id);
      continue;
    }
    const onWritten = ({ size, sha256 }: { size: number; sha256: string }) => {
      if (size !== file.size || sha256 !== file.sha256) lost.damagedFiles.push(file.id);
    };
    // Not deflated: most types are compressed already, and no limit of bombs can meet a file that was uploaded.
    yield { name: `files/${file.id}`, content, isPacked: true, onWritten };
  }
}

function selectRows(
  table: string,
  { only = 'true', companyColumn = 'company_id', archived = {} }: TableRule,
  columns: string[],
): (company: string) => string {
  const list = columns.map((column) => `${archived[column] ?? `t."${column}"`} as "${column}"`).join(', ');
  return (company) => `select ${list} from "${table}" t where t."${companyColumn}" = ${company} and (${only})`;
}

/** Of the accounts of employees, what an invitation needs. */
const selectPeople = (company: string) => `
  select u.id, u.log_in, u.first_name, u.last_name, l.key as language
  from employees e join users u on u.id = e.user_id left join languages l on l.id = u.language_id
  where e.company_id = ${company}`;

/** The rows of a query, a JSON object a line. They pass as bytes. */
function linesOf(
  client: pg.Client,
  query: (company: string) => string,
  companyId: string,
  counted: { rows: number },
): AsyncGenerator<Buffer> {
  // COPY takes no parameters.
  const rows = query(client.escapeLiteral(companyId));
  return copyOut(client, `copy (select row_to_json(r) from (${rows}) r) to stdout ${jsonLines}`, counted);
}

async function filesOf(client: pg.Client, companyId: string): Promise<ArchivedFile[]> {
  const { rows } = await client.query<ArchivedFile>(
    'select id, size::float8 as size, sha256 from files where company_id = $1 order by id',
    [companyId],
  );
  return rows;
}
