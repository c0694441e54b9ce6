// The routes, pages and menu items of customers.

import { consents } from '#contract/customers/consent.ts';
import { companyContacts } from '#contract/customers/contacts.ts';
import { type Area, listPage } from '#server/lib/area.ts';
import { serve } from '#server/lib/http/serve.ts';
import { insertConsent } from './consent/record-consent.ts';
import { contactRoutes } from './contacts/routes.ts';
import { importContacts, previewImport } from './import/import-contacts.ts';

export const customersArea = {
  routes: {
    companyContacts: contactRoutes({ previewImport, import: importContacts }),
    consents: serve(consents, { insert: insertConsent }),
  },
  menu: [listPage(companyContacts, { order: 29, icon: 'fa fa-address-book' })],
} satisfies Area;
