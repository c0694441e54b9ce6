// Lists, deletes and clears the feedback of visitors and users.
import { sql } from 'kysely';
import { systemFeedback } from '#contract/site/feedback.ts';
import { gridOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';
import { userName } from '#server/lib/sql/person-name.ts';

/** Length of a message in the list (characters). */
const summaryLength = 80;

export const feedbackRoutes = serve(
  systemFeedback.operations,
  gridOf(systemFeedback, {
    rows: ({ db }) =>
      db
        .selectFrom('feedback as f')
        .leftJoin('users as u', 'u.id', 'f.userId')
        .select(['f.id', 'f.createdAt', 'f.type', 'f.message'])
        .select(
          sql<string>`case when length(f.message) <= ${summaryLength} then f.message
            else rtrim(left(f.message, ${summaryLength} - 1)) || '…' end`.as('summary'),
        )
        .select(sql<string>`coalesce(nullif(f.name, ''), ${userName}, '')`.as('name'))
        .select(sql<string>`coalesce(nullif(f.e_mail, ''), u.log_in, '')`.as('eMail'))
        .select(sql<string>`coalesce(u.log_in, '')`.as('logIn')),
    table: 'feedback',
  }),
);
