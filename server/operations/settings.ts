// Settings of the installation, read and changed by the operator.
import type { z } from 'zod';
import { settingBounds, systemAppSettings } from '#contract/operations/settings.ts';
import type { ColumnsOf } from '#server/db/columns-of.ts';
import { gridOf, versionOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';
import { invalid, notFound } from '#server/lib/refusal.ts';

export const appSettingRoutes = serve(
  systemAppSettings.operations,
  gridOf(systemAppSettings, {
    // The `demo` group holds a marker of the demo data, not settings.
    rows: ({ db }) =>
      db
        .selectFrom('settings as s')
        .select(['s.id', 's.key', 's.value', 's.type', 's.group', versionOf('s')])
        .where('s.group', '<>', 'demo'),
    table: 'settings',
    async values({ db }, { value }, id) {
      const setting = await db
        .selectFrom('settings')
        .select(['key', 'type'])
        .where('id', '=', id ?? '')
        .executeTakeFirst();
      if (!setting) throw notFound();
      const trimmed = value.trim();
      if (setting.type === 'number' && !/^\d{1,9}(\.\d{1,4})?$/.test(trimmed))
        throw invalid('Value', 'appsettings.number');
      const bounds = settingBounds[setting.key];
      if (bounds && (Number(trimmed) < bounds.least || Number(trimmed) > bounds.most)) {
        throw invalid('Value', 'appsettings.bounds', bounds);
      }
      if (setting.type === 'boolean' && trimmed !== 'true' && trimmed !== 'false') {
        throw invalid('Value', 'appsettings.boolean');
      }
      return { value: trimmed } satisfies ColumnsOf<'settings', z.output<typeof systemAppSettings.declared.input>>;
    },
  }),
);
