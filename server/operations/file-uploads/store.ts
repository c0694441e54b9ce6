// All stored files, with the company of each.
import type { SignedIn } from '#server/lib/context.ts';

export function fileRows({ db }: SignedIn) {
  return db
    .selectFrom('files as f')
    .leftJoin('companies as c', 'c.id', 'f.companyId')
    .select(['f.id', 'f.displayName', 'f.mimeType', 'f.size', 'f.createdAt', 'f.isPublic', 'f.isSystem'])
    .select('c.name as company');
}
