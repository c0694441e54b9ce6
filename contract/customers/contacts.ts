// The customers of a company.
import { z } from 'zod';
import { birthday } from '#contract/lib/birthday.ts';
import { id, instant, languageKey, money, multiLine, text } from '#contract/lib/fields.ts';
import { resource } from '#contract/lib/resource.ts';
import { get, post, upload } from '#contract/lib/service.ts';
import { consent } from './consent.ts';
import { contactFieldNames, contactFields, preferredChannels } from './contact-fields.ts';
import { importAnswer, importInput } from './import.ts';

/** The longest tag, and how many a customer has at most. */
const maxTagLength = 40;
const maxTags = 30;

export const contact = z.object({
  id,
  name: z.string(),
  eMail: z.string().meta({ wire: 'EMail' }),
  phoneNumber: z.string(),
  tags: z.array(z.string()),
  lastVisit: instant.nullable(),
  nextVisit: instant.nullable(),
  visitsCount: z.number().int(),
  noShows: z.number().int(),
  /** The amount that the customer paid for visits, less refunds. */
  spent: money,
  language: z.string().meta(languageKey),
  preferredChannel: z.enum(preferredChannels),
  birthday: birthday.nullable(),
  notes: z.string().meta(multiLine),
  createdAt: instant.meta({ wire: 'Created' }),
  version: z.string(),
});
export type Contact = z.output<typeof contact>;

/** The part of a contact that every employee of the company may search. */
const namedContact = z.object({
  id,
  name: z.string(),
  eMail: z.string().meta({ wire: 'EMail' }),
  phoneNumber: z.string(),
});
export type NamedContact = z.output<typeof namedContact>;

export const contactCard = z.object({
  contact,
  /** The newest first. */
  consents: z.array(consent),
  /** Contacts that were merged into this one, which can be undone. */
  merges: z.array(z.object({ id, name: z.string(), createdAt: instant.meta({ wire: 'Created' }) })),
  /** Other contacts with the same address or number, such as families and duplicates. */
  sameAddress: z.array(namedContact),
});
export type ContactDetails = z.output<typeof contactCard>;

const { notes, ...fieldsBeforeTags } = contactFields;

const page = '/app/company/contacts';

export const companyContacts = resource('company', 'contacts', {
  about: 'The customers of a company: employees reach those with appointments with them, administrators all.',
  rowsKey: 'contacts',
  may: 'user',
  reserved: { delete: 'admin', restore: 'admin', export: 'admin' },
  page,
  tables: ['contacts'],
  row: contact,
  title: 'name',
  sort: ['name', 'lastVisit', 'nextVisit', 'visitsCount', 'spent', 'createdAt'],
  wordFields: ['name', 'eMail', 'phoneNumber', 'tags', 'notes'],
  search: { tag: 'tags', phone: 'phoneNumber', mail: 'eMail' },
  input: z.strictObject({
    ...fieldsBeforeTags,
    tags: z.array(text(maxTagLength)).max(maxTags).default([]),
    notes,
  }),
  blank: () => ({
    name: '',
    eMail: '',
    phoneNumber: '',
    language: '',
    preferredChannel: 'any',
    birthday: null,
    tags: [],
    notes: '',
  }),
  can: ['insert', 'update', 'delete', 'restore'],
  more: {
    getCard: get({
      summary: 'Returns all about one customer. The id of a merged contact returns the one it was merged into.',
      may: 'user',
      page,
      input: z.strictObject({ id }),
      output: contactCard,
    }),
    getTags: get({
      summary: 'Returns the tags in use, in order.',
      may: 'user',
      page,
      input: z.strictObject({}),
      output: z.array(z.string()),
    }),
    findSameAddress: get({
      summary: 'Returns contacts of the company with this address or number and another name, at most five.',
      may: 'user',
      page,
      input: z.strictObject({
        eMail: z.string().trim().max(254).default('').meta({ wire: 'EMail' }),
        phoneNumber: z.string().trim().max(26).default(''),
        name: z.string().trim().max(100).default(''),
      }),
      output: z.array(namedContact),
    }),
    merge: post({
      summary: 'Merges a contact into another, which takes its visits, consents and tags. Returns the id of the merge.',
      may: 'admin',
      input: z.strictObject({
        contactId: id,
        mergedId: id,
        take: z
          .array(z.enum(contactFieldNames))
          .default([])
          .describe('Fields whose values the contact that stays takes from the merged one.'),
      }),
      output: z.object({ id }),
    }),
    undoMerge: post({
      summary: 'Undoes a merge: what it moved goes back, as far as it is still there.',
      may: 'admin',
      input: z.strictObject({ id }),
      output: null,
    }),
    previewImport: upload({
      summary: 'Reads a CSV, workbook (.xlsx) or vCard file and returns what an import of it would do.',
      may: 'admin',
      input: importInput,
      output: importAnswer,
    }),
    import: upload({
      summary:
        'Imports a CSV, workbook (.xlsx) or vCard file. A row that matches a contact fills only its empty fields.',
      may: 'admin',
      input: importInput,
      output: importAnswer,
    }),
  },
});
