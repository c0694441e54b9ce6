// The search of the navbar and of the event dialog: contacts, events, people and pages.
import { searches } from '#contract/site/search.ts';
import { serve } from '#server/lib/http/serve.ts';
import { notFound } from '#server/lib/refusal.ts';
import { searchWords } from '#server/lib/sql/search-words.ts';
import { findById, findRecordsByWords } from './store.ts';

export const searchRoutes = serve(searches, {
  async getById(context, { id }) {
    const found = await findById(context.db, context.user, id, context.clock.now());
    if (!found) throw notFound();
    return found;
  },
  getPaginated(context, { pageNr, rowsPerPage, search, kind }) {
    const words = searchWords(search);
    if (words.length === 0) return { totalRows: 0, searches: [] };
    return findRecordsByWords(context.db, context.user, {
      words,
      kind,
      now: context.clock.now(),
      limit: rowsPerPage,
      offset: (pageNr - 1) * rowsPerPage,
    });
  },
});
