// The papers that templates describe: the values of each, and the lists over which a template may loop.
//
// A caller that queues paper gives these values. `text` is one line, `lines` may be several, `code` is the exact text
// of a QR code, `money` is euros, `date` (3 Mar 2026) and `day` (Tuesday, 3 March 2026) are written `2026-03-03`. A
// value without content leaves its line out.

export type PaperKind = 'text' | 'lines' | 'code' | 'money' | 'date' | 'day';
export type PaperFields = Readonly<Record<string, PaperKind>>;

interface PaperType {
  values: PaperFields;
  /** The rows of each list. */
  lists: Readonly<Record<string, PaperFields>>;
  /** Words that every template of this type prints. */
  mustSay: readonly string[];
  /** Values that every template of this type prints. */
  mustPrint?: readonly string[];
}

const head = { company: 'text', location: 'text', address: 'lines', phone: 'text' } as const;

export const paperTypes = {
  /** For the customer: when to come. `time` is written by the caller, who knows its zone. */
  appointment: {
    values: {
      ...head,
      day: 'day',
      time: 'text',
      service: 'lines',
      person: 'text',
      customer: 'text',
      price: 'money',
      reference: 'text',
      note: 'lines',
      link: 'code',
    },
    lists: {},
    mustSay: [],
  },
  /** For the team: the day of a person or a place. */
  dayList: {
    values: { ...head, day: 'day', person: 'text', count: 'text', printed: 'text' },
    lists: {
      visits: { time: 'text', customer: 'text', phone: 'text', service: 'text', person: 'text', note: 'lines' },
    },
    mustSay: [],
  },
  /** A text that a person typed. */
  note: {
    values: { ...head, title: 'text', text: 'lines', author: 'text', printed: 'text' },
    lists: {},
    mustSay: [],
  },
  /** For the customer: what they paid at the desk. Many countries demand registered receipts: this is none. */
  paymentNote: {
    values: {
      ...head,
      date: 'date',
      time: 'text',
      seller: 'text',
      registration: 'text',
      vatId: 'text',
      reference: 'text',
      customer: 'text',
      person: 'text',
      total: 'money',
      method: 'text',
    },
    lists: {
      lines: { name: 'text', amount: 'money' },
      vat: { name: 'text', amount: 'money' },
    },
    mustSay: ['noReceipt'],
  },
  /** For the desk: an invoice was issued. `link` is the code of a transfer, or an address. */
  invoiceNotice: {
    values: {
      ...head,
      seller: 'text',
      number: 'text',
      issued: 'date',
      due: 'date',
      total: 'money',
      iban: 'text',
      reference: 'text',
      link: 'code',
    },
    lists: {},
    mustSay: [],
  },
  /** For the customer: a sale or a refund at a cash register. `notice` says that it is no fiscal receipt, if it is none. */
  receipt: {
    values: {
      ...head,
      seller: 'text',
      registration: 'text',
      vatId: 'text',
      title: 'text',
      notice: 'lines',
      register: 'text',
      number: 'text',
      refundOf: 'text',
      deviceNumber: 'text',
      date: 'date',
      time: 'text',
      person: 'text',
      customer: 'text',
      total: 'money',
    },
    lists: {
      lines: { name: 'text', amount: 'money', detail: 'text' },
      vat: { name: 'text', amount: 'money', net: 'money' },
      payments: { name: 'text', amount: 'money', given: 'money', change: 'money' },
    },
    mustSay: [],
    mustPrint: ['notice'],
  },
  /** The figures of a session of a cash register: X while it is open, Z once it is closed. */
  zReport: {
    values: {
      ...head,
      seller: 'text',
      registration: 'text',
      vatId: 'text',
      title: 'text',
      notice: 'lines',
      register: 'text',
      openedOn: 'date',
      openedAt: 'text',
      openedBy: 'text',
      closedOn: 'date',
      closedAt: 'text',
      closedBy: 'text',
      numbers: 'text',
      sales: 'text',
      refunds: 'text',
      total: 'money',
      openingCash: 'money',
      expectedCash: 'money',
      countedCash: 'money',
      difference: 'money',
      missingNumbers: 'lines',
      hash: 'text',
      printed: 'text',
    },
    lists: {
      kinds: { name: 'text', amount: 'money' },
      payments: { name: 'text', amount: 'money', received: 'money', paidOut: 'money' },
      vat: { name: 'text', amount: 'money', net: 'money' },
      moves: { name: 'text', amount: 'money', reason: 'text' },
    },
    mustSay: [],
  },
  /** A device prints nothing else until a person has confirmed this page. */
  testPage: {
    values: { ...head, printer: 'text', dots: 'text', version: 'text', printed: 'text', link: 'code' },
    lists: {},
    mustSay: [],
  },
} as const satisfies Record<string, PaperType>;

export type PaperTypeKey = keyof typeof paperTypes;
export const paperTypeKeys = Object.keys(paperTypes) as PaperTypeKey[];

/** The declaration without the names of its fields. */
export const paperType = (key: PaperTypeKey): PaperType => paperTypes[key];

interface ContentOf {
  text: string;
  lines: string;
  code: string;
  money: number;
  date: string;
  day: string;
}
type Row<F extends PaperFields> = { [Name in keyof F]?: ContentOf[F[Name]] | null };

/** The values of a type. Without content: left out, null or an empty text. */
export type PaperValues<Key extends PaperTypeKey = PaperTypeKey> = Key extends PaperTypeKey
  ? Row<(typeof paperTypes)[Key]['values']> & {
      [List in keyof (typeof paperTypes)[Key]['lists']]?: readonly Row<
        Extract<(typeof paperTypes)[Key]['lists'][List], PaperFields>
      >[];
    }
  : never;

/** Values as a record stores them. */
export type StoredValues = Readonly<Record<string, unknown>>;
