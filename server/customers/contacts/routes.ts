// Serves the customers of a company.
import { companyContacts } from '#contract/customers/contacts.ts';
import { importContacts, previewImport } from '#server/customers/import/import-contacts.ts';
import { gridOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';
import { getCard } from './get-card.ts';
import { mergeContacts, undoMerge } from './merge-contacts.ts';
import { insertContact, updateContact } from './save-contact.ts';
import { contactSource, findSameAddress, listTags } from './store.ts';

export const contactRoutes = serve(companyContacts.operations, {
  ...gridOf(companyContacts, { ...contactSource, table: 'contacts' }),
  insert: insertContact,
  update: updateContact,
  getCard,
  getTags: listTags,
  findSameAddress,
  merge: mergeContacts,
  undoMerge,
  previewImport,
  import: importContacts,
});
