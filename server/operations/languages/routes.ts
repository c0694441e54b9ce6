// The languages of the installation, administered by the operator.
import { systemLanguages } from '#contract/operations/languages.ts';
import { gridOf, versionOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';

export const languageRoutes = serve(
  systemLanguages.operations,
  gridOf(systemLanguages, {
    rows: ({ db }) => db.selectFrom('languages as l').selectAll().select(versionOf('l')),
    table: 'languages',
    unique: { languages_key_key: 'Key' },
    async values({ db }, input) {
      // There is exactly one default.
      if (input.isDefault)
        await db.updateTable('languages').set({ isDefault: false }).where('isDefault', '=', true).execute();
      return input;
    },
    async whyNotDeletable({ db }, id) {
      const found = await db.selectFrom('languages').select('isDefault').where('id', '=', id).executeTakeFirst();
      return found?.isDefault ? 'list.languages.isDefault' : undefined;
    },
  }),
);
