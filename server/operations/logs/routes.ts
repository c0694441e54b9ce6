// Lists and clears the system logs.
import { systemLogs } from '#contract/operations/logs.ts';
import { gridOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';
import { compareZoneRules } from '#server/operations/health/compare-zone-rules.ts';

export const systemLogRoutes = serve(systemLogs.operations, {
  ...gridOf(systemLogs, {
    rows: ({ db }) => db.selectFrom('systemLogs as l').selectAll(),
    searchColumn: {
      column: 'words',
      of: ['severity', 'serverName', 'categoryName', 'title', 'message', 'formattedMessage'],
    },
    table: 'systemLogs',
  }),
  getZoneRules: ({ db, clock }) => compareZoneRules(db, clock.now()),
});
