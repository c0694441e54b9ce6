// Queries for the operator's list of restores.
import { sql } from 'kysely';
import type { AnyResource } from '#contract/lib/resource.ts';
import { pieceBytes, systemRestores } from '#contract/operations/restores.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { rowById } from '#server/lib/grid/page.ts';
import type { RowSource } from '#server/lib/grid/source.ts';
import type { JsonText } from '#server/lib/http/answer.ts';

export const restores: RowSource = {
  rows: () => sql<object>`
    select id, created_at, company_name, file_name, state, size, made_by_name as made_by, ended_at,
      nullif(problem, '') as problem, problem_about, restored_to,
      case when state = 'uploading' then least(99, pieces * ${pieceBytes}::bigint * 100 / size)::int else progress end as progress
    from restores`,
};

export function restoreById(context: SignedIn, id: string): Promise<JsonText> {
  return rowById(context, systemRestores as unknown as AnyResource, restores, id);
}
