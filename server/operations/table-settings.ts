// The settings of watched tables. A trigger applies a change within its transaction, so it takes effect everywhere on
// commit (server/operations/sql/apply-table-setting.sql).
import type { z } from 'zod';
import { systemTableSettings } from '#contract/operations/table-settings.ts';
import type { ColumnsOf } from '#server/db/columns-of.ts';
import { audit } from '#server/lib/audit.ts';
import { gridOf, versionOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';

const onOrOff = (is: boolean) => (is ? 'on' : 'off');

export const tableSettingRoutes = serve(
  systemTableSettings.operations,
  gridOf(systemTableSettings, {
    rows: ({ db }) => db.selectFrom('tableSettings as t').selectAll().select(versionOf('t')),
    table: 'tableSettings',
    async values(context, { isAudit, isSync }, id = '') {
      const { name, ...before } = await context.db
        .selectFrom('tableSettings')
        .select(['name', 'isAudit', 'isSync'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      if (before.isAudit !== isAudit || before.isSync !== isSync)
        await audit(context, `Watching of ${name}: audit ${onOrOff(isAudit)}, live changes ${onOrOff(isSync)}`);
      return { isAudit, isSync } satisfies ColumnsOf<
        'tableSettings',
        z.output<typeof systemTableSettings.declared.input>
      >;
    },
  }),
);
