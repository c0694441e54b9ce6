// Finds where a stored file is used: deleting it would leave a gap there.
import { sql } from 'kysely';
import { type FileUse, usesOf } from '#server/files/uses-of-files.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { DeletionObstacle } from '#server/lib/grid/grid-of.ts';

/** The uses named to the operator; the rest are found once these have ended. */
const maxNamed = 3;

/** Pages of the operator; services and campaigns are their companies'. */
const pages = {
  banner: '/app/system/banners',
  logo: '/app/system/company-management',
  portrait: '/app/system/user-management',
  profile: '/app/system/user-management',
  type: '/app/system/listing/types',
} as const satisfies Partial<Record<FileUse['kind'], string>>;

/**
 * The uses of a file as the reasons for which it cannot be deleted. Locks the file, so that no use begins meanwhile.
 */
export async function usesOfFile({ db }: SignedIn, id: string): Promise<DeletionObstacle[] | undefined> {
  await sql`select from files where id = ${id}::uuid for update`.execute(db);
  const { rows } = await sql<FileUse>`${usesOf(sql`${id}::uuid`)} limit ${maxNamed}`.execute(db);
  return rows.map(({ kind, name, id: usedBy }) => ({
    code: `list.fileuploads.usedAs.${kind}` as const,
    params: { name },
    ...(kind in pages && { link: `${pages[kind as keyof typeof pages]}?open=${usedBy}` }),
  }));
}
