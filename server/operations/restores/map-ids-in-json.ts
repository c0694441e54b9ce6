// Replaces ids within columns of JSON, as `restoreRows` does those in columns of their own.
import { createHash } from 'node:crypto';
import type { Audience } from '#contract/campaigns/audience.ts';
import type { Block } from '#contract/campaigns/blocks.ts';
import { companyTables } from '#server/operations/archives/company-tables.ts';
import { inSlices, prepared, slice, type Work } from './staged-rows.ts';

type Belongings = Record<string, Record<string, unknown>[]>;

/** The belongings of people whom an earlier restore brought back name its files. */
export async function mapBelongings(work: Work, staged: number): Promise<void> {
  const fileOf = restoredFiles(work);
  await changeJson<Belongings>(work, { staged, column: 'belongings' }, (belongings) => {
    for (const [table, theirs] of Object.entries(belongings)) {
      for (const [column, mapped] of Object.entries(companyTables[table]?.mapped ?? {})) {
        if (mapped !== 'file') continue;
        for (const row of theirs) if (column in row) row[column] = fileOf(String(row[column] ?? ''));
      }
    }
  });
}

/** Audiences name other campaigns, and blocks name pictures. */
export async function mapCampaigns(work: Work, staged: number): Promise<void> {
  const fileOf = restoredFiles(work);
  await changeJson<Partial<Audience>>(work, { staged, column: 'audience' }, (audience) => {
    const { campaignIds } = audience;
    if (campaignIds) audience.campaignIds = campaignIds.map((id) => restoredId(work.salt, id.toLowerCase()));
  });
  await changeJson<Partial<Block>[]>(work, { staged, column: 'blocks' }, (blocks) => {
    for (const block of blocks) {
      for (const one of [block, ...(block.left ?? []), ...(block.right ?? [])]) {
        if (one.pictureId) one.pictureId = fileOf(one.pictureId);
      }
    }
  });
}

/** Returns the new id of a file, or null for one whose bytes the archive does not have. */
function restoredFiles({ archive, salt }: Work): (old: string) => string | null {
  const present = new Set(archive.files.map(({ id }) => id));
  return (old) => (present.has(old.toLowerCase()) ? restoredId(salt, old.toLowerCase()) : null);
}

/** The id that a restore gives to an old one, as MD5 in PostgreSQL. */
export function restoredId(salt: string, old: string): string {
  const hex = createHash('md5').update(`${salt}${old}`).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** `change` changes the value in place. */
async function changeJson<T>(
  work: Work,
  { staged, column }: { staged: number; column: string },
  change: (value: T) => void,
): Promise<void> {
  await inSlices(work, { staged, size: slice.parsed }, async (range) => {
    const { rows } = await work.client.query<{ number: number; value: T | null }>(
      prepared(`select number, line -> '${column}' as value from staged where number between $1 and $2`, range),
    );
    for (const { number, value } of rows) {
      if (value === null) continue;
      const before = JSON.stringify(value);
      change(value);
      if (JSON.stringify(value) === before) continue;
      await work.client.query(
        prepared(`update staged set line = jsonb_set(line, '{${column}}', $2::jsonb) where number = $1::integer`, [
          number,
          JSON.stringify(value),
        ]),
      );
    }
  });
}
