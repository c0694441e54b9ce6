// The announcements of operators.
import { sql } from 'kysely';
import { systemAnnouncements } from '#contract/operations/announcements.ts';
import { gridOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';
import { countRecipients, sendAnnouncement } from './send-announcement.ts';

export const announcementRoutes = serve(systemAnnouncements.operations, {
  ...gridOf(systemAnnouncements, {
    rows: ({ db }) =>
      db
        .selectFrom('announcements as a')
        .leftJoin('companies as c', 'c.id', 'a.toCompanyId')
        .select(['a.id', 'a.createdAt', 'a.link', 'a.recipients'])
        .select(sql<string>`coalesce(c.name, '')`.as('company'))
        .select(
          sql<string>`coalesce(a.texts ->> 'en', (select value from jsonb_each_text(a.texts) order by key limit 1))`.as(
            'text',
          ),
        ),
  }),
  getRecipients: countRecipients,
  send: sendAnnouncement,
});
