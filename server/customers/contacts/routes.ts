// Serves the customers of a company.
import { companyContacts } from '#contract/customers/contacts.ts';
import { gridOf } from '#server/lib/grid/grid-of.ts';
import { type Handlers, serve } from '#server/lib/http/serve.ts';
import { getCard } from './get-card.ts';
import { lockForDelete } from './lock-for-delete.ts';
import { mergeContacts, undoMerge } from './merge-contacts.ts';
import { renewRestored } from './renew-restored.ts';
import { insertContact, updateContact } from './save-contact.ts';
import { contactSource, findSameAddress, listTags } from './store.ts';

type ImportHandlers = Pick<Handlers<typeof companyContacts.operations>, 'previewImport' | 'import'>;

/** The import of customers is a feature of its own. */
export const contactRoutes = (imports: ImportHandlers) =>
  serve(companyContacts.operations, {
    ...gridOf(companyContacts, { ...contactSource, table: 'contacts', lockForDelete, afterRestore: renewRestored }),
    insert: insertContact,
    update: updateContact,
    getCard,
    getTags: listTags,
    findSameAddress,
    merge: mergeContacts,
    undoMerge,
    ...imports,
  });
