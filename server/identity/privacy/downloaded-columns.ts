// The columns that a download has of the records of companies about a person as their customer. A test compares them
// with the database: a new column is downloaded, or left out with a reason.
import { contactFieldNames } from '#contract/customers/contact-fields.ts';

export interface DownloadedTable {
  /** By their inner names. */
  columns: readonly string[];
  /** The columns that a download does not have, by the reason. */
  leftOut: Readonly<Record<string, readonly string[]>>;
}

const ids = 'It names another record.';
const computed = 'The database computes it from the others.';
const ofTheCompany = 'It is about the work of the company.';

/** By table. */
export const asCustomer = {
  contacts: {
    columns: [
      ...contactFieldNames,
      ...['createdAt', 'visitsCount', 'lastVisit', 'nextVisit', 'noShows', 'spent', 'mailConsent', 'smsConsent'],
    ],
    leftOut: {
      [ids]: ['companyId', 'id', 'mergedInto', 'createdBy'],
      [computed]: [
        ...['phoneKey', 'eMailKey', 'nameKey', 'searchText', 'mailHash', 'smsHash', 'visitedIds', 'birthdayMonth'],
        ...['mailStanding', 'smsStanding'],
      ],
    },
  },
  visits: {
    columns: [
      ...[
        'status',
        'name',
        'eMail',
        'phoneNumber',
        'language',
        'source',
        'sendSms',
        'cancelHours',
        'endedBy',
        'endedAt',
      ],
      ...['endReason', 'isLate', 'eMailReminderSentAt', 'smsReminderSentAt', 'requestedAt', 'createdAt', 'updatedAt'],
    ],
    leftOut: {
      [ids]: ['companyId', 'id', 'locationId', 'contactId', 'calendarUid', 'cameThrough'],
      'Its events have it.': ['startAt', 'endAt', 'timeZone', 'day'],
      [ofTheCompany]: ['anyPerson'],
      'A credential.': ['holdTokenHash', 'holderHash', 'heldUntil'],
      'Who can undo the last change, for a minute.': ['undoBy', 'undoUntil', 'undoFacts'],
      'When reminders of an imported appointment begin.': ['remindFrom'],
      'What messages have said, which are in the download themselves.': ['sequence', 'notified', 'notifying'],
    },
  },
  visitParts: {
    columns: ['serviceName', 'minutes', 'price', 'currency'],
    leftOut: {
      [ids]: ['companyId', 'visitId', 'eventId', 'serviceId'],
      [ofTheCompany]: ['position', 'vatRate', 'bufferBefore', 'bufferAfter', 'pauseStart', 'pauseMinutes'],
    },
  },
  visitPartOptions: {
    columns: ['name', 'count', 'minutes', 'price'],
    leftOut: {
      [ids]: ['companyId', 'visitId', 'eventId', 'optionId'],
      [ofTheCompany]: ['position', 'kind', 'vatRate'],
    },
  },
  events: {
    columns: ['title', 'description', 'startAt', 'endAt', 'timeZone', 'allDay', 'startDate', 'endDate', 'link'],
    leftOut: {
      [ids]: ['companyId', 'id', 'calendarId', 'locationId', 'userId', 'overlapAcceptedBy'],
      [computed]: ['words', 'day', 'countedParts', 'bookedPrice', 'completedPrice'],
      [ofTheCompany]: [
        'type',
        'occupied',
        'lane',
        'heldUntil',
        'formerOffset',
        'readOnly',
        'blocks',
        'createdAt',
        'updatedAt',
      ],
    },
  },
  receipts: {
    columns: ['day', 'amount', 'currency', 'number', 'deviceNumber', 'createdAt'],
    leftOut: {
      [ids]: [
        'companyId',
        'id',
        'visitId',
        'contactId',
        'locationId',
        'registerId',
        'sessionId',
        'userId',
        'refundsId',
      ],
      [ofTheCompany]: ['seller', 'startedAt'],
    },
  },
  receiptPayments: {
    columns: ['method', 'amount', 'given', 'change'],
    leftOut: { [ids]: ['companyId', 'receiptId', 'position'] },
  },
  receiptLines: {
    columns: ['kind', 'name', 'quantity', 'unitPrice', 'amount', 'vatRate', 'refunded', 'discountPercent'],
    leftOut: {
      [ids]: [
        ...['companyId', 'receiptId', 'position', 'partLine', 'visitId', 'eventId', 'productId', 'locationId'],
        'calendarId',
      ],
      'It names the line that it is about.': ['refReceiptId', 'refPosition'],
      'The receipt has it.': ['day'],
    },
  },
  consents: {
    columns: ['channel', 'isGiven', 'source', 'shownText', 'createdAt', 'provedAt'],
    leftOut: { [ids]: ['companyId', 'id', 'contactId', 'userId'] },
  },
  feeds: {
    columns: ['kind', 'detail', 'createdAt', 'lastReadAt'],
    leftOut: {
      [ids]: ['companyId', 'id', 'calendarId', 'locationId', 'contactId', 'visitId', 'createdBy'],
      'A credential, and what it belongs to.': ['tokenHash', 'linkHash', 'ownerHash'],
    },
  },
  contactTags: { columns: ['tag'], leftOut: { [ids]: ['companyId', 'contactId'] } },
  emailMessages: {
    columns: ['fromEMail', 'fromName', 'replyTo', 'toEMail', 'subject', 'createdAt'],
    leftOut: {
      [ids]: ['id', 'companyId', 'locationId', 'visitId', 'messageId', 'contentId'],
      [computed]: ['words'],
      'It has links that act for the person who opens them.': [
        ...['html', 'plain', 'beginning', 'calendarEntry', 'calendarMethod', 'fields', 'headers'],
        ...['attachmentKey', 'attachmentName', 'attachmentType'],
      ],
    },
  },
  smsMessages: {
    columns: ['fromSms', 'toSms', 'createdAt'],
    leftOut: {
      [ids]: ['id', 'companyId', 'locationId', 'visitId'],
      [computed]: ['words'],
      'The download has the message without the links that act for the person.': ['message'],
      'The number as the company typed it, and the words of its list.': ['typed', 'subject'],
    },
  },
} satisfies Record<string, DownloadedTable>;

/** Tables that refer to a customer or a visit, and that a download leaves out, with the reason. */
export const tablesLeftOut: Readonly<Record<string, string>> = {
  actionLinks: 'Credentials.',
  audienceFacts: 'The database copies them from contacts.',
  campaignRecipients: 'The mails and SMS of campaigns are in the download themselves.',
  contactCalendars: 'The database computes them from the visits.',
  contactLocations: 'The database computes them from the visits.',
  tillBaskets: 'Sales that were not made.',
  contactMerges: 'How the company corrected its records; what a merge moved is in them.',
};
