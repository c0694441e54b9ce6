// The languages of the installation, administered by the operator.
import { systemLanguages } from '#contract/operations/languages.ts';
import { tableList } from '#server/lib/grid/table-list.ts';

export const languageRoutes = tableList(systemLanguages, 'languages', {
  unique: { languages_key_key: 'Key' },
  async values({ db }, input) {
    // There is one default.
    if (input.isDefault)
      await db.updateTable('languages').set({ isDefault: false }).where('isDefault', '=', true).execute();
    return input;
  },
  async whyNotDeletable({ db }, id) {
    const found = await db.selectFrom('languages').select('isDefault').where('id', '=', id).executeTakeFirst();
    return found?.isDefault ? 'list.languages.isDefault' : undefined;
  },
});
