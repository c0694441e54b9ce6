// The owners of the records that the ids of a call name, and the callers that may reach them. Each operation declares
// its own callers (`rights` in all.ts).
import type { resources, services } from './all.ts';
import type { May } from './lib/service.ts';

/**
 * The owners of records that an id may name, each with the lowest role that may name it: `own` is the caller's, `near`
 * belongs to a person who works at the caller's location, `company` to another person of the company, `foreign` to
 * another company. The value outside `May` means that the id alone gives access to nothing. Scopes that are left out
 * are not tested.
 */
export type Reach = Partial<Record<Scope, May | 'nobody'>>;
export type Scope = 'own' | 'near' | 'company' | 'foreign';

const personReach = { own: 'user', near: 'lcladmin', company: 'admin', foreign: 'nobody' } as const satisfies Reach;
const companyReach = { company: 'user', foreign: 'nobody' } as const satisfies Reach;
const installationReach = { foreign: 'sys' } as const satisfies Reach;
const adminReach = { company: 'admin', foreign: 'nobody' } as const satisfies Reach;
const ownReach = { own: 'user', company: 'nobody', foreign: 'nobody' } as const satisfies Reach;
const publicReach = { foreign: 'anyone' } as const satisfies Reach;

/** The kinds of record that ids name. server/testing/lists/records.ts creates one of each. */
export const records = {
  banner: publicReach,
  calendar: personReach,
  event: personReach,
  /** Without a customer. */
  plainEvent: personReach,
  /** With the same id as its event. */
  visit: personReach,
  /** Of a visit. */
  receipt: personReach,
  /** Belongs to a visitor, who has a token for it. */
  hold: { foreign: 'nobody' },
  /** A search result of the person: here a contact. */
  contact: companyReach,
  /** A customer with an appointment with the person; operators reach those of their company, as administrators do. */
  customer: { near: 'lcladmin', company: 'admin', foreign: 'nobody' },
  /** A merge of two customers, both with an appointment with the person. */
  merge: adminReach,
  file: companyReach,
  picture: companyReach,
  /** Uploaded by the person, who may show it as their own. */
  ownPicture: ownReach,
  /** Shown on the person's profile. */
  shownPicture: ownReach,
  geoLocation: companyReach,
  language: publicReach,
  menuItem: publicReach,
  page: publicReach,
  location: companyReach,
  userAudit: installationReach,
  action: installationReach,
  anyCompany: installationReach,
  anyFile: installationReach,
  plan: installationReach,
  group: installationReach,
  /** Another person who works for the company. */
  colleague: { near: 'admin', company: 'admin', foreign: 'nobody' },
  anybody: installationReach,
  /** The company of the person in the same input. */
  employer: companyReach,
  /** A location granted to the person. */
  workplace: { own: 'user', foreign: 'nobody' },
  /** The first location of the person, which their local administrator shares. */
  firstWorkplace: { own: 'user', foreign: 'nobody' },
  session: ownReach,
  passkey: ownReach,
  pushSubscription: ownReach,
  announcement: installationReach,
  invitation: adminReach,
  mail: adminReach,
  mailLog: installationReach,
  /** A mail template of the company. */
  mailText: adminReach,
  /** The mail template shared by all companies. */
  sharedMailText: installationReach,
  mailWords: installationReach,
  mailServer: installationReach,
  bounceMailbox: installationReach,
  unclearReport: installationReach,
  smsGateway: installationReach,
  sms: adminReach,
  anySms: installationReach,
  smsLog: installationReach,
  receivedSms: adminReach,
  anyReceivedSms: installationReach,
  /** An SMS template of the company, and the one shared by all. */
  smsText: adminReach,
  sharedSmsText: installationReach,
  anyMail: installationReach,
  suppressedAddress: installationReach,
  /** An address that the company's own message did not reach. */
  companySuppressedAddress: adminReach,
  /** A message that did not arrive, of the company and of any. */
  problem: adminReach,
  anyProblem: installationReach,
  setting: installationReach,
  job: installationReach,
  systemLog: installationReach,
  feedback: installationReach,
  dataAudit: installationReach,
  tableSetting: installationReach,
  /** A payment of the company, and of any. */
  payment: adminReach,
  anyPayment: installationReach,
  /** A payment on its page, which operators see, too. */
  checkout: { company: 'admin', foreign: 'sys' },
  /** An import of services or appointments. */
  bookingImport: adminReach,
  /** A backup of the company. */
  backup: adminReach,
  /** A checked archive of a company, and one that is being uploaded. */
  restore: installationReach,
  uploadingRestore: installationReach,
  /** An invoice of the company, of any, and one that a credit note has cancelled. */
  invoice: adminReach,
  anyInvoice: installationReach,
  creditedInvoice: installationReach,
  /** The PDF of an invoice, which operators see, too. */
  invoiceFile: { company: 'admin', foreign: 'sys' },
  /** Campaigns of the company. */
  emailCampaign: adminReach,
  smsCampaign: adminReach,
  /** A printer and a cash register at the location of the person; operators reach those of any company. */
  printer: { near: 'lcladmin', company: 'admin', foreign: 'nobody' },
  register: { near: 'lcladmin', company: 'admin', foreign: 'nobody' },
  anyPrinter: installationReach,
  anyRegister: installationReach,
  /** Among which the person may choose their default. */
  ownPrinter: { near: 'user', company: 'admin', foreign: 'nobody' },
  ownRegister: { near: 'user', company: 'admin', foreign: 'nobody' },
  /** A customer, for whom the register of the person records a sale. */
  tillCustomer: { near: 'user', company: 'admin', foreign: 'nobody' },
  /** A receipt at the location of the person. */
  tillReceipt: { near: 'user', company: 'admin', foreign: 'nobody' },
  /** Papers that the person has asked for, at their location. */
  waitingPaper: { own: 'user', near: 'lcladmin', company: 'admin', foreign: 'nobody' },
  /** No answer came. */
  askedPaper: { own: 'user', near: 'lcladmin', company: 'admin', foreign: 'nobody' },
  printedPaper: { own: 'user', near: 'lcladmin', company: 'admin', foreign: 'nobody' },
  /** A location where the person may put a printer or a register. */
  locationOfDevice: adminReach,
  anyLocation: installationReach,
  listingType: publicReach,
  listingApplication: installationReach,
  registerApplication: installationReach,
  listingLog: installationReach,
  registerLog: installationReach,
  templateFile: installationReach,
  applicationFile: installationReach,
  reminder: { own: 'user', company: 'nobody', foreign: 'nobody' },
  /** Of a person's calendar. */
  feed: personReach,
  /** An account of outside calendars, one of its calendars, and an account that is switched off. */
  outsideAccount: ownReach,
  outsideCalendar: ownReach,
  switchedAccount: { own: 'user', company: 'admin', foreign: 'nobody' },
  /** Bookable only together with its own calendar. */
  service: { own: 'anyone', company: 'nobody', foreign: 'nobody' },
  /** One of a calendar's services, for callers who may set the calendar up. */
  serviceOfCalendar: personReach,
  /** The calendar of a person, in a list of the company that says what people do. */
  companyCalendar: adminReach,
  /** A service in the list of the company. */
  companyService: adminReach,
  /** A service of the company, which everyone there may book for a customer. */
  bookedService: { own: 'user', foreign: 'nobody' },
  serviceCategory: adminReach,
  legalText: installationReach,
  /** A row of the list that the operation belongs to, added through the list. */
  rowOfList: {},
  /** Names no existing record: the id in an insert, which is ignored, or that of a deleted record. */
  passedOver: {},
} as const satisfies Record<string, Reach>;
export type RecordKind = keyof typeof records;

export interface AccessRow {
  /** The kind of record of each id in the input, by its inner name (`user.languageId`, or `rows.id` if nested). */
  ids?: Record<string, RecordKind>;
  /** Also answers 204 for records out of reach (a deletion that can be repeated). */
  silent?: true;
  /** Input for the tests, by wire names, when the kind of a field does not determine a valid value. */
  example?: Record<string, unknown>;
}

type Rows<S> = { [O in keyof S]?: AccessRow };
/** An administered list has one row for all its standard operations; each uses those of its `ids` that it takes. */
type ListRows<S> = Rows<S> & { '*'?: AccessRow };

type Table = {
  [S in keyof typeof services]?: S extends keyof typeof resources
    ? ListRows<(typeof services)[S]>
    : Rows<(typeof services)[S]>;
};

/** The records that the conditions of an audience name. */
const audienceIds = {
  'audience.locationIds': 'location',
  'audience.calendarIds': 'companyCalendar',
  'audience.serviceIds': 'companyService',
  'audience.campaignIds': 'emailCampaign',
} as const satisfies Record<string, RecordKind>;

const blockIds = {
  ...idsOfBlock('blocks'),
  ...idsOfBlock('blocks.left'),
  ...idsOfBlock('blocks.right'),
};

function idsOfBlock(path: string): Record<string, RecordKind> {
  return {
    [`${path}.pictureId`]: 'ownPicture',
    [`${path}.serviceId`]: 'companyService',
    [`${path}.calendarId`]: 'companyCalendar',
  };
}

/** Both media have the same calls. */
function campaignAccess(kind: 'emailCampaign' | 'smsCampaign') {
  const one: AccessRow = { ids: { id: kind } };
  const draft: AccessRow = { ids: Object.fromEntries(Object.keys(blockIds).map((path) => [path, 'passedOver'])) };
  return {
    getById: one,
    insert: { ids: { ...audienceIds, ...blockIds } },
    update: { ids: { id: kind, ...audienceIds, ...blockIds } },
    delete: one,
    start: one,
    stop: one,
    send: one,
    // Nothing that it names is read unless it is the company's.
    preview: draft,
    sendDraft: draft,
    getTest: { ids: { id: kind, contactId: 'contact' } },
    checkLinks: one,
    sendTest: { ids: { id: kind, contactId: 'contact' } },
  } satisfies Record<string, AccessRow>;
}

/** Without an entry, nothing is put back. */
const unwrittenEvent = '0199f2a0-0000-7000-8000-000000000002';

/** An id of a sale that was not made. */
const newOfTill = '0199f2a0-0000-7000-8000-000000000001';

const basketIds = {
  ...{ id: 'passedOver', contactId: 'tillCustomer' },
  ...{ 'lines.productId': 'passedOver', 'lines.eventId': 'passedOver' },
  ...{ 'lines.serviceId': 'passedOver', 'lines.optionIds': 'passedOver', 'lines.calendarId': 'passedOver' },
} as const satisfies Record<string, RecordKind>;

const importIds = {
  ...{ locationId: 'passedOver', calendarId: 'passedOver', people: 'passedOver' },
  ...{ services: 'passedOver', doneBy: 'passedOver' },
} as const satisfies Record<string, RecordKind>;

/** A missing row is a compile error. */
export const access = {
  publicCalendars: {
    // Foreign options are refused with a reason, not 404: server/booking/public/options.test.ts.
    getSlots: { ids: { serviceId: 'service', serviceIds: 'service', optionIds: 'passedOver' } },
    getFirstFree: { ids: { serviceId: 'service', serviceIds: 'service', optionIds: 'passedOver' } },
    // `via` is only kept; server/campaigns/response/visits.test.ts tries one of another company.
    insertEvent: {
      ids: {
        ...{ serviceId: 'service', serviceIds: 'service', via: 'passedOver' },
        ...{ 'options.serviceId': 'passedOver', 'options.optionIds': 'passedOver' },
      },
    },
    confirmEvent: { ids: { id: 'hold' } },
    deleteEvent: { ids: { id: 'hold' }, silent: true },
  },
  // Without a link or the cookie of a signed-in browser, no id reaches anything.
  myAppointments: { openAppointment: { ids: { id: 'hold' } } },
  banners: { visit: { ids: { id: 'banner' } } },
  application: {
    setCurrentLanguage: { ids: { id: 'language' } },
  },
  user: {
    changeLocation: { ids: { id: 'workplace' } },
  },
  secondFactor: {
    removePasskey: { ids: { id: 'passkey' } },
  },
  push: {
    removeSubscription: { ids: { id: 'pushSubscription' } },
  },
  sessions: {
    endSession: { ids: { id: 'session' } },
  },
  account: {
    setCurrent: { ids: { languageId: 'language', 'user.languageId': 'language' } },
    setCurrentPicture: { ids: { id: 'ownPicture' } },
    addProfilePicture: { ids: { id: 'ownPicture' } },
    removeProfilePicture: { ids: { id: 'shownPicture' } },
  },
  calendarSetup: {
    getSettings: { ids: { calendarId: 'calendar' } },
    saveWorkingHours: {
      ids: { calendarId: 'calendar', locationId: 'firstWorkplace' },
      example: { Hours: [{ Weekday: 1, Start: '09:00', End: '17:00' }], Breaks: [] },
    },
    saveOverride: {
      ids: { calendarId: 'calendar', locationId: 'firstWorkplace' },
      example: { Date: '2026-05-01', EndDate: null, Open: [] },
    },
    deleteOverride: {
      ids: { calendarId: 'calendar', locationId: 'firstWorkplace' },
      example: { Date: '2026-05-01', EndDate: null },
    },
    saveBookingRules: { ids: { calendarId: 'calendar' } },
    saveService: { ids: { calendarId: 'calendar', id: 'serviceOfCalendar' } },
    chooseService: { ids: { calendarId: 'calendar', id: 'serviceOfCalendar' } },
    deleteService: { ids: { calendarId: 'calendar', id: 'serviceOfCalendar' } },
    orderServices: { ids: { calendarId: 'calendar', ids: 'serviceOfCalendar' } },
  },
  bookingImports: {
    // Matches with records that are not the company's are passed over; server/booking/import tries one.
    preview: { ids: importIds },
    run: { ids: importIds },
    undo: { ids: { id: 'bookingImport' } },
  },
  calendars: {
    getCalendarEvents: { ids: { calendarId: 'calendar' } },
    getOpenTimes: { ids: { calendarId: 'calendar' } },
    getOutsideTimes: { ids: { calendarId: 'calendar' } },
    getWhyNotFree: { ids: { calendarId: 'calendar', serviceIds: 'bookedService', optionIds: 'passedOver' } },
    getTeam: { ids: { calendarIds: 'calendar' } },
    // A location where the person does not work is not read; server/booking/calendar/places.test.ts tries a foreign
    // one.
    insertEvent: {
      ids: { id: 'event', calendarId: 'calendar', locationId: 'passedOver' },
      example: { AcceptOverlap: true },
    },
    updateEvent: {
      ids: { id: 'event', calendarId: 'calendar', locationId: 'passedOver' },
      example: { AcceptOverlap: true },
    },
    checkMove: { ids: { id: 'event', calendarId: 'calendar' } },
    deleteEvent: { ids: { id: 'event' } },
    getSmsNotification: { ids: { id: 'event' } },
    sendSmsNotification: { ids: { id: 'event' } },
    sendEmailNotification: { ids: { id: 'event' } },
  },
  visits: {
    getVisit: { ids: { id: 'visit' } },
    changeStatus: { ids: { id: 'visit' }, example: { Status: 'arrived' } },
    // No one of the company works at a foreign one; server/booking/visits/walk-ins.test.ts tries it.
    getWalkIns: { ids: { locationId: 'passedOver' } },
    getOfContact: { ids: { contactId: 'customer' } },
    getMessages: { ids: { contactId: 'customer' } },
    // The customer is read last; server/booking/visits/save-visit.test.ts tries a foreign one.
    insertVisit: {
      ids: {
        contactId: 'passedOver',
        locationId: 'passedOver',
        'parts.calendarId': 'calendar',
        'parts.eventId': 'plainEvent',
        'parts.serviceId': 'bookedService',
        'parts.optionIds': 'passedOver',
      },
    },
    // Refused by its version before the rest is read.
    updateVisit: {
      ids: {
        id: 'visit',
        contactId: 'passedOver',
        'parts.calendarId': 'calendar',
        'parts.eventId': 'passedOver',
        'parts.serviceId': 'passedOver',
        'parts.optionIds': 'passedOver',
      },
    },
    getComing: { ids: { userId: 'colleague' } },
    countComing: { ids: { userId: 'anybody', companyId: 'employer' } },
    // The calendar is another person's; server/booking/visits/visits-of-leaving-employee.test.ts tries a foreign one.
    settleComing: { ids: { userId: 'colleague', calendarId: 'passedOver' } },
  },
  feeds: {
    // Either of both; server/links/feeds/feeds.test.ts tries locations.
    insert: { ids: { calendarId: 'calendar', locationId: 'passedOver' } },
    delete: { ids: { id: 'feed' } },
  },
  outsideCalendars: {
    getTimes: { ids: { id: 'outsideCalendar' } },
    signIn: { ids: { id: 'outsideAccount' } },
    setReading: { ids: { id: 'outsideCalendar' } },
    setWriting: { ids: { id: 'outsideCalendar' } },
    putBack: { ids: { id: 'outsideCalendar', eventId: 'passedOver' }, example: { EventId: unwrittenEvent } },
    setOwnAddresses: { ids: { id: 'outsideAccount' } },
    switch: { ids: { id: 'switchedAccount' }, example: { IsOn: false } },
    syncNow: { ids: { id: 'outsideAccount' } },
    readAllAgain: { ids: { id: 'outsideCalendar' } },
    delete: { ids: { id: 'outsideAccount' } },
  },
  receipts: {
    getOfVisit: { ids: { visitId: 'visit' } },
    pay: { ids: { visitId: 'visit', eventIds: 'event' }, example: { Amount: 20, Method: 'cash' } },
    refund: { ids: { id: 'receipt' } },
  },
  // The register is closed, so that nothing of a basket is looked up but its customer; server/till/till.test.ts tries
  // products, services, visits and calendars of another company.
  tills: {
    get: { ids: { registerId: 'ownRegister' } },
    open: { ids: { registerId: 'ownRegister' } },
    move: { ids: { id: 'passedOver', registerId: 'ownRegister' }, example: { Id: newOfTill } },
    openDrawer: { ids: { id: 'passedOver', registerId: 'ownRegister' }, example: { Id: newOfTill } },
    getX: { ids: { registerId: 'ownRegister' } },
    close: { ids: { registerId: 'ownRegister', sessionId: 'passedOver' }, example: { SessionId: newOfTill } },
    getClosings: { ids: { registerId: 'ownRegister' } },
    find: { ids: { registerId: 'ownRegister' } },
    saveBasket: {
      ids: { ...basketIds, registerId: 'ownRegister' },
      example: { Id: newOfTill, Revision: 0, Lines: [] },
    },
    removeBasket: { ids: { id: 'passedOver', registerId: 'ownRegister' }, example: { Id: newOfTill } },
    sell: { ids: { ...basketIds, registerId: 'ownRegister' }, example: { Id: newOfTill } },
    refund: {
      ids: { id: 'passedOver', registerId: 'ownRegister', receiptId: 'tillReceipt' },
      example: { Id: newOfTill },
    },
    getReceipts: { ids: { registerId: 'ownRegister' } },
    getReceipt: { ids: { id: 'tillReceipt' } },
    setDeviceNumber: { ids: { id: 'tillReceipt' } },
    printReceipt: { ids: { id: 'tillReceipt', registerId: 'passedOver', printerId: 'passedOver' } },
    printTotals: { ids: { registerId: 'ownRegister', sessionId: 'passedOver', printerId: 'passedOver' } },
    mailReceipt: { ids: { id: 'tillReceipt' } },
    export: { ids: { registerId: 'ownRegister' }, example: { Start: '2026-03-01', End: '2026-03-02' } },
  },
  companyTill: {
    setPlace: { ids: { locationId: 'locationOfDevice' }, example: { Country: 'LV', Mode: 'beside' } },
  },
  // Narrowed to what the caller may not see, nothing is answered; server/reports/reports.test.ts tries it.
  reports: {
    getReport: { ids: { locationId: 'passedOver', userId: 'passedOver' } },
  },
  incomes: {
    getReasons: { ids: { locationId: 'passedOver', userId: 'passedOver' } },
    update: {
      ids: { locationId: 'location', userId: 'colleague' },
      example: { Date: '2026-03-02', Estimated: 100 },
    },
  },
  company: {
    setLogo: { ids: { id: 'ownPicture' } },
    updateGeoLocation: { ids: { geoLocationId: 'geoLocation' } },
  },
  menuItems: {
    insert: { ids: { pageId: 'page', parentId: 'menuItem' } },
    update: { ids: { id: 'menuItem', pageId: 'page', parentId: 'menuItem' } },
    delete: { ids: { id: 'menuItem' } },
    // The id names a deleted item.
    restore: { ids: { id: 'passedOver' } },
  },
  companyUsers: {
    impersonate: { ids: { id: 'colleague' } },
    invite: { ids: { locationIds: 'location' } },
  },
  systemUsers: {
    impersonate: { ids: { id: 'anybody', companyId: 'employer' } },
    markVerified: { ids: { id: 'anybody' } },
  },
  // Switches have ids of their own kind; server/identity/grants/foreign-switches.test.ts tries foreign ones.
  companyGrants: {
    getAcl: { ids: { id: 'colleague' } },
  },
  systemGrants: {
    getAcl: { ids: { id: 'anybody' } },
  },
  companyDismissals: {
    fire: { ids: { id: 'colleague' } },
    delete: { ids: { id: 'colleague' } },
  },
  systemDismissals: {
    fire: { ids: { id: 'anybody', companyId: 'employer' } },
    delete: { ids: { id: 'anybody' } },
  },
  reminders: {
    visited: { ids: { id: 'reminder' } },
  },
  searches: { getById: { ids: { id: 'contact' } } },
  files: { downloadFile: { ids: { id: 'file' } } },
  images: {
    get: { ids: { id: 'picture' }, example: { Width: 64, Height: 64 } },
    getForMail: { ids: { id: 'picture' } },
  },
  companyInvitations: {
    '*': { ids: { id: 'invitation' } },
    sendAgain: { ids: { id: 'invitation' } },
    withdraw: { ids: { id: 'invitation' } },
  },
  companyContacts: {
    '*': { ids: { id: 'customer' } },
    getCard: { ids: { id: 'customer' } },
    merge: { ids: { contactId: 'customer', mergedId: 'customer' } },
    undoMerge: { ids: { id: 'merge' } },
  },
  consents: { insert: { ids: { contactId: 'customer' } } },
  emailCampaigns: campaignAccess('emailCampaign'),
  smsCampaigns: campaignAccess('smsCampaign'),
  marketing: {
    countAudience: { ids: { ...audienceIds, campaignId: 'emailCampaign' }, example: { Medium: 'mail' } },
  },
  companyInvoices: {
    '*': { ids: { id: 'invoice' } },
    printNotice: { ids: { id: 'invoice', printerId: 'passedOver' } },
  },
  invoiceDocuments: { get: { ids: { id: 'invoiceFile' } } },
  companyBackups: { '*': { ids: { id: 'backup' } } },
  companyPayments: {
    '*': { ids: { id: 'payment' } },
    add: { example: { Amount: 10 } },
    getCheckout: { ids: { id: 'checkout' } },
  },
  companyEmployees: { '*': { ids: { id: 'colleague' } } },
  companyEmployee: {
    getDetails: { ids: { id: 'colleague' } },
    saveDetails: { ids: { id: 'colleague' } },
    setPicture: { ids: { id: 'colleague', pictureId: 'ownPicture' } },
  },
  companyLocations: {
    '*': { ids: { id: 'location', geolocationId: 'geoLocation' } },
    updateGeoLocation: { ids: { locationId: 'location', geolocationId: 'geoLocation' } },
    settleShifted: { ids: { locationId: 'location' } },
  },
  companyServices: {
    '*': {
      ids: {
        id: 'companyService',
        categoryId: 'serviceCategory',
        pictureId: 'ownPicture',
        'people.calendarId': 'companyCalendar',
        'people.locationId': 'location',
        // An id that no option of the service has adds one.
        'options.id': 'passedOver',
      },
    },
    order: { ids: { ids: 'companyService' } },
  },
  companyServiceCategories: { '*': { ids: { id: 'serviceCategory' } } },
  systemInvoices: {
    '*': { ids: { id: 'anyInvoice' } },
    pay: { ids: { id: 'anyInvoice' } },
    issueAgain: { ids: { id: 'creditedInvoice' } },
  },
  systemPayments: {
    '*': { ids: { id: 'anyPayment' } },
    manualConfirm: { ids: { id: 'anyPayment' } },
    manualCancel: { ids: { id: 'anyPayment' } },
  },
  systemAppSettings: { '*': { ids: { id: 'setting' } } },
  systemActions: { '*': { ids: { id: 'action' } } },
  systemBalances: { '*': { ids: { id: 'anyCompany' } } },
  systemBilling: {
    '*': { ids: { id: 'anyCompany' } },
    checkVatId: { ids: { id: 'anyCompany' } },
  },
  systemBanners: {
    '*': { ids: { id: 'banner', fileId: 'picture' } },
    // Without a link, the test fetches no picture from another site.
    insert: { ids: { id: 'passedOver', fileId: 'picture' }, example: { ImageLink: '' } },
    update: { ids: { id: 'banner', fileId: 'picture' }, example: { ImageLink: '' } },
  },
  systemCompanies: {
    '*': { ids: { id: 'anyCompany', geolocationId: 'geoLocation' } },
    // One of the callers works for this company; the limits leave room for further people.
    update: {
      ids: { id: 'anyCompany', geolocationId: 'geoLocation' },
      example: { MaxUsers: 1000, MaxLocations: 1000 },
    },
    updateGeoLocation: { ids: { companyId: 'anyCompany', geolocationId: 'geoLocation' } },
    getTerms: { ids: { companyId: 'anyCompany' } },
    changeTerms: { ids: { companyId: 'anyCompany' }, example: { From: '2100-01-01' } },
  },
  systemFeedback: { '*': { ids: { id: 'feedback' } } },
  systemFileUploads: { '*': { ids: { id: 'anyFile' } } },
  systemGroups: { '*': { ids: { id: 'group' } } },
  systemJobs: {
    '*': { ids: { id: 'job' } },
    runNow: { ids: { id: 'job' } },
  },
  systemLogs: { '*': { ids: { id: 'systemLog' } } },
  systemPlans: { '*': { ids: { id: 'plan' } } },
  systemRestores: {
    '*': { ids: { id: 'restore' } },
    // The first piece of an archive whose other pieces have not come.
    addPiece: { ids: { id: 'uploadingRestore' }, example: { Number: 0 } },
    getDryRun: { ids: { id: 'restore' } },
    start: { ids: { id: 'restore' } },
  },
  systemPages: { '*': { ids: { id: 'page' } } },
  systemLanguages: { '*': { ids: { id: 'language' } } },
  systemPeople: { '*': { ids: { id: 'anybody', languageId: 'language' } } },
  systemDataAudits: { '*': { ids: { id: 'dataAudit' } } },
  systemTableSettings: { '*': { ids: { id: 'tableSetting' } } },
  systemUserAudits: { '*': { ids: { id: 'userAudit' } } },
  companyEmailMessages: { '*': { ids: { id: 'mail' } }, getAttempts: { ids: { id: 'mail' } } },
  companyEmailTemplates: {
    '*': { ids: { id: 'mailText' } },
    reset: { ids: { id: 'mailText' } },
    preview: { ids: { id: 'mailText' } },
  },
  systemEmailMessageLogs: { '*': { ids: { id: 'mailLog' } } },
  systemEmailMessages: { '*': { ids: { id: 'anyMail' } }, getAttempts: { ids: { id: 'anyMail' } } },
  systemEmailTemplates: {
    '*': { ids: { id: 'sharedMailText' } },
    reset: { ids: { id: 'sharedMailText' } },
    preview: { ids: { id: 'sharedMailText' } },
  },
  systemLegalTexts: {
    '*': { ids: { id: 'legalText' } },
    getVersions: { ids: { id: 'legalText' } },
  },
  systemMessageTemplates: {
    '*': { ids: { id: 'mailWords' } },
    reset: { ids: { id: 'mailWords' } },
  },
  systemSmsGateways: {
    '*': { ids: { id: 'smsGateway' } },
    update: { ids: { id: 'smsGateway' }, example: { TimeOut: 1000, Port: 25 } },
    sendTest: { ids: { id: 'smsGateway' }, example: { To: '+37120000001' } },
    getHook: { ids: { id: 'smsGateway' } },
    resume: { ids: { id: 'smsGateway' } },
  },
  companySmsMessages: { '*': { ids: { id: 'sms' } } },
  companyReceivedSms: { '*': { ids: { id: 'receivedSms' } } },
  systemReceivedSms: { '*': { ids: { id: 'anyReceivedSms' } } },
  systemSmsMessageLogs: { '*': { ids: { id: 'smsLog' } } },
  systemSmsMessages: { '*': { ids: { id: 'anySms' } } },
  companySmsTemplates: {
    '*': { ids: { id: 'smsText' } },
    reset: { ids: { id: 'smsText' } },
    preview: { ids: { id: 'smsText' } },
  },
  systemSmsTemplates: {
    '*': { ids: { id: 'sharedSmsText' } },
    reset: { ids: { id: 'sharedSmsText' } },
    preview: { ids: { id: 'sharedSmsText' } },
  },
  systemAnnouncements: {
    '*': { ids: { id: 'announcement' } },
    getRecipients: { ids: { companyId: 'anyCompany' } },
    send: {
      // A new announcement has a new id; server/operations/announcements tests that it is sent once.
      ids: { id: 'passedOver', companyId: 'anyCompany' },
      example: { Texts: [{ Language: 'en', Text: 'Hello' }] },
    },
  },
  systemSuppressedAddresses: {
    '*': { ids: { id: 'suppressedAddress' } },
    allow: { ids: { id: 'suppressedAddress' } },
    allowMany: { ids: { ids: 'suppressedAddress' } },
  },
  companySuppressedAddresses: {
    '*': { ids: { id: 'companySuppressedAddress' } },
    allow: { ids: { id: 'companySuppressedAddress' } },
    allowMany: { ids: { ids: 'companySuppressedAddress' } },
  },
  companyProblems: {
    '*': { ids: { id: 'problem' } },
    getAttempts: { ids: { id: 'problem' } },
    sendAgain: { ids: { ids: 'problem' } },
    giveUp: { ids: { ids: 'problem' } },
    markArrived: { ids: { ids: 'problem' } },
    allowAddresses: { ids: { ids: 'problem' } },
  },
  systemProblems: {
    '*': { ids: { id: 'anyProblem' } },
    getAttempts: { ids: { id: 'anyProblem' } },
    sendAgain: { ids: { ids: 'anyProblem' } },
    giveUp: { ids: { ids: 'anyProblem' } },
    markArrived: { ids: { ids: 'anyProblem' } },
    allowAddresses: { ids: { ids: 'anyProblem' } },
  },
  systemUnclearReports: { '*': { ids: { id: 'unclearReport' } } },
  systemBounceMailboxes: {
    '*': { ids: { id: 'bounceMailbox' } },
    test: { ids: { id: 'bounceMailbox' } },
  },
  systemSmtps: {
    '*': { ids: { id: 'mailServer' } },
    update: { ids: { id: 'mailServer' }, example: { TimeOut: 1000, Port: 25 } },
    sendTest: { ids: { id: 'mailServer' } },
  },
  companyPrinters: {
    '*': { ids: { id: 'printer', locationId: 'locationOfDevice' } },
    update: { ids: { id: 'printer', locationId: 'passedOver' } },
  },
  companyCashRegisters: {
    '*': { ids: { id: 'register', locationId: 'locationOfDevice' } },
    update: { ids: { id: 'register', locationId: 'passedOver' } },
  },
  systemPrinters: {
    '*': { ids: { id: 'anyPrinter', locationId: 'anyLocation' } },
    update: { ids: { id: 'anyPrinter', locationId: 'passedOver' } },
  },
  systemCashRegisters: {
    '*': { ids: { id: 'anyRegister', locationId: 'anyLocation' } },
    update: { ids: { id: 'anyRegister', locationId: 'passedOver' } },
  },
  printerChoice: { setDefault: { ids: { id: 'ownPrinter' } } },
  cashRegisterChoice: { setDefault: { ids: { id: 'ownRegister' } } },
  papers: {
    printSlip: { ids: { visitId: 'visit', printerId: 'passedOver' } },
    printPaymentNote: { ids: { receiptId: 'receipt', printerId: 'passedOver' } },
    printDay: { ids: { calendarId: 'calendar', printerId: 'passedOver' } },
    printNote: { ids: { printerId: 'passedOver' } },
  },
  companyPrintJobs: { getById: { ids: { id: 'waitingPaper' } } },
  printJobs: {
    getPaper: { ids: { id: 'waitingPaper' } },
    cancel: { ids: { id: 'waitingPaper' } },
    printTestPage: { ids: { printerId: 'printer' } },
    confirm: { ids: { printerId: 'printer' } },
    settle: { ids: { id: 'askedPaper' } },
    again: { ids: { id: 'printedPaper' }, example: { Copy: 1 } },
    cancelAll: { ids: { printerId: 'passedOver' } },
  },
  companyTypePrinters: { set: { ids: { typeId: 'listingType', printerId: 'printer' } } },
  systemListingTypes: {
    '*': { ids: { id: 'listingType', fileId: 'templateFile' } },
    preview: { ids: { fileId: 'templateFile' }, example: { Key: 'note' } },
    insert: { ids: { id: 'passedOver', fileId: 'templateFile' }, example: { Key: 'priceList' } },
    update: { ids: { id: 'listingType', fileId: 'templateFile' }, example: { Description: 'Prices' } },
  },
  systemListingApplications: {
    '*': { ids: { id: 'listingApplication', fileId: 'applicationFile' } },
    insert: { ids: { id: 'passedOver', fileId: 'applicationFile' }, example: { Version: '2.0.0.0' } },
    update: { ids: { id: 'listingApplication', fileId: 'applicationFile' }, example: { Description: 'Faster' } },
  },
  systemCashRegisterApplications: {
    '*': { ids: { id: 'registerApplication', fileId: 'applicationFile' } },
    insert: { ids: { id: 'passedOver', fileId: 'applicationFile' }, example: { Version: '2.0.0.0' } },
    update: { ids: { id: 'registerApplication', fileId: 'applicationFile' }, example: { Description: 'Faster' } },
  },
  systemListingLogs: { '*': { ids: { id: 'listingLog' } } },
  systemCashRegisterLogs: { '*': { ids: { id: 'registerLog' } } },
} as const satisfies Table;
