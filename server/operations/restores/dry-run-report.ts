// Writes the report about an archive before it is restored: its contents, and the parts that a restore omits.
import { sql } from 'kysely';
import type { DryRun } from '#contract/operations/restores.ts';
import { addFirstTerms } from '#server/balance/terms/add-first-terms.ts';
import { isTermsAt } from '#server/balance/terms/terms-at.ts';
import type { Db } from '#server/db/pool.ts';
import type { Services } from '#server/lib/context.ts';
import { companyTables, type TableRule } from '#server/operations/archives/company-tables.ts';
import type { CompanyArchive } from '#server/operations/archives/read-company-archive.ts';
import type { RestoredRows } from './restore-rows.ts';

export function dryRunReport(archive: CompanyArchive, rows: RestoredRows, limits: DryRun['limits']): DryRun {
  const sum = (reason: TableRule['notRestored']) =>
    rows.tables
      .filter(({ name }) => companyTables[name]?.notRestored === reason)
      .reduce((total, one) => total + one.rows, 0);
  const leftOut: DryRun['leftOut'] = [
    { reason: 'renamed', count: rows.renamed.length, about: rows.renamed.slice(0, 10) },
    { reason: 'oldFiles', count: rows.lostFileCount, about: rows.lostFiles },
    { reason: 'people', count: rows.people.length, about: [] },
    { reason: 'rights', count: sum('rights'), about: [] },
    { reason: 'money', count: sum('money'), about: [] },
    { reason: 'audits', count: sum('audits'), about: [] },
    { reason: 'authors', count: rows.people.length, about: [] },
    { reason: 'plan', count: 1, about: [] },
  ];
  return {
    companyName: archive.name,
    madeAt: archive.madeAt,
    product: archive.product,
    tables: rows.tables.filter((one) => one.rows > 0),
    files: { count: archive.files.length, bytes: archive.files.reduce((total, { size }) => total + size, 0) },
    leftOut: leftOut.filter(({ count }) => count > 0),
    people: rows.people,
    limits,
    locations: rows.locations,
  };
}

/** How many people and places the plan of the restored company includes. Call it before the dry run is undone. */
export async function limitsOf({ clock }: Services, db: Db, companyId: string): Promise<DryRun['limits']> {
  await addFirstTerms(db, companyId);
  const { rows } = await sql<DryRun['limits']>`
    select t.max_users as people, t.max_locations as locations from companies c join company_terms t on ${isTermsAt(clock.now())}
    where c.id = ${companyId}`.execute(db);
  return rows[0] ?? { people: 0, locations: 0 };
}
