// The access table: the callers of each operation, and the records that ids may name. Every operation has a row.
import type { services } from './all.ts';
import type { May, Operation } from './lib/service.ts';
import type { resources } from './resources.ts';

/**
 * The owners of records that an id may name, each with the lowest role that may name it: `own` is the caller's, `near`
 * belongs to a person who works at the caller's location, `company` to another person of the company, `foreign` to
 * another company. The value outside `May` means that the id alone gives access to nothing. Scopes that are left out
 * are not tested.
 */
type Reach = Partial<Record<Scope, May | 'nobody'>>;
export type Scope = 'own' | 'near' | 'company' | 'foreign';

const personReach = { own: 'user', near: 'lcladmin', company: 'admin', foreign: 'nobody' } as const satisfies Reach;
const companyReach = { company: 'user', foreign: 'nobody' } as const satisfies Reach;
const installationReach = { foreign: 'sys' } as const satisfies Reach;
const adminReach = { company: 'admin', foreign: 'nobody' } as const satisfies Reach;
const ownReach = { own: 'user', company: 'nobody', foreign: 'nobody' } as const satisfies Reach;
const publicReach = { foreign: 'anyone' } as const satisfies Reach;

/** The kinds of record that ids name. server/testing/records.ts creates one of each. */
export const records = {
  banner: publicReach,
  calendar: personReach,
  event: personReach,
  /** Belongs to a visitor, who has a token for it. */
  hold: { foreign: 'nobody' },
  /** A search result of the person: here a contact. */
  contact: companyReach,
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
  group: installationReach,
  /** Another person who works for the company. */
  colleague: { near: 'admin', company: 'admin', foreign: 'nobody' },
  anybody: installationReach,
  /** The company of the person in the same input. */
  employer: companyReach,
  /** A location granted to the person. */
  workplace: { own: 'user', foreign: 'nobody' },
  session: ownReach,
  passkey: ownReach,
  mail: adminReach,
  mailLog: installationReach,
  /** A mail template of the company. */
  mailText: adminReach,
  /** The mail template shared by all companies. */
  sharedMailText: installationReach,
  mailWords: installationReach,
  mailServer: installationReach,
  smsGateway: installationReach,
  /** An SMS template of the company, and the one shared by all. */
  smsText: adminReach,
  sharedSmsText: installationReach,
  anyMail: installationReach,
  setting: installationReach,
  job: installationReach,
  systemLog: installationReach,
  feedback: installationReach,
  dataAudit: installationReach,
  tableSetting: installationReach,
  reminder: { own: 'user', company: 'nobody', foreign: 'nobody' },
  /** Bookable only together with its own calendar. */
  service: { own: 'anyone', company: 'nobody', foreign: 'nobody' },
  /** One of a calendar's services, for callers who may set the calendar up. */
  serviceOfCalendar: personReach,
  legalText: installationReach,
  /** Names no record: an id that an insert sends along and the server ignores, or the id of a deleted record. */
  passedOver: {},
} as const satisfies Record<string, Reach>;
export type RecordKind = keyof typeof records;

/** A row: the role, or the role with options. `M` is the role the operation declares, so the two cannot differ. */
type Row<M extends May> = M | RowOptions<M>;
export interface RowOptions<M extends May = May> {
  may: M;
  /** The kind of record that each id of the input names, by inner name (`user.languageId`, nested: `rows.id`). */
  ids?: Record<string, RecordKind>;
  /** Callable while the session is locked. */
  whileLocked?: true;
  /** Rejected while impersonating. */
  notWhileImpersonating?: true;
  /** Returns 204 for records out of reach too (a deletion that can be repeated). */
  silent?: true;
  /** Input for the tests, by wire names, when the kind of a field does not determine a valid value. */
  example?: Record<string, unknown>;
}

type MayOf<O> = O extends Operation<infer _I, infer _A, infer M> ? M : never;
type Rows<S> = { [O in keyof S]: Row<MayOf<S[O]>> };
/** An administered list has one row for all its standard operations; `ids` apply where an operation takes the field. */
type ListRows<S> = Partial<Rows<S>> & { '*': RowOptions<Exclude<May, 'anyone'>> };

type Table = {
  [S in keyof typeof services]: S extends keyof typeof resources
    ? ListRows<(typeof services)[S]>
    : Rows<(typeof services)[S]>;
};

/** A missing row is a compile error. */
export const access = {
  home: { getPlanDetails: 'anyone', search: 'anyone', searchByGeoLocation: 'anyone', feedback: 'anyone' },
  publicCalendars: {
    getProfile: 'anyone',
    getEvents: 'anyone',
    getSlots: { may: 'anyone', ids: { serviceId: 'service' } },
    getFirstFree: { may: 'anyone', ids: { serviceId: 'service' } },
    insertEvent: { may: 'anyone', ids: { serviceId: 'service' } },
    confirmEvent: { may: 'anyone', ids: { id: 'hold' } },
    deleteEvent: { may: 'anyone', ids: { id: 'hold' }, silent: true },
    getAppointment: 'anyone',
    processAppointment: 'anyone',
    getCalendarEntry: 'anyone',
  },
  banners: { getActive: 'anyone', visit: { may: 'anyone', ids: { id: 'banner' } } },
  geolocations: { getDefault: 'anyone', search: 'anyone', reverse: 'anyone', insert: 'admin' },
  application: {
    termsAndConditions: 'anyone',
    cookiesPolicy: 'anyone',
    privacyPolicy: 'anyone',
    getCurrentLanguage: 'anyone',
    setCurrentLanguage: { may: 'anyone', ids: { id: 'language' } },
    getAllLanguages: 'anyone',
    getCurrentLocale: 'anyone',
    getFileSettings: 'user',
    getImageSettings: 'user',
    getMenu: 'user',
    getChanges: 'user',
    getPublicCalendarEventLength: 'anyone',
    getCaptchaKey: 'anyone',
    getSocialLoginSettings: 'anyone',
    getCaptchaChallenge: 'anyone',
    setup: 'anyone',
    canSetup: 'anyone',
    setCookiesAgreed: 'anyone',
    sendFeedback: 'user',
  },
  user: {
    authenticate: 'anyone',
    authenticateWithRememberMe: 'anyone',
    logOut: { may: 'anyone', whileLocked: true },
    isAuthenticated: { may: 'anyone', whileLocked: true },
    create: 'anyone',
    sendVerification: 'user',
    verify: 'anyone',
    resetPassword: 'anyone',
    setPassword: 'anyone',
    changePassword: { may: 'user', notWhileImpersonating: true },
    changePasswordByAddress: 'user',
    invite: 'anyone',
    acceptInvitation: 'anyone',
    changeLocation: { may: 'user', ids: { id: 'workplace' } },
    stopImpersonating: 'user',
    getCurrent: 'user',
  },
  social: {
    startSocialSignIn: 'anyone',
    startSocialRegistration: 'anyone',
    startSocialLink: { may: 'user', notWhileImpersonating: true },
    getSocialLinks: { may: 'user', notWhileImpersonating: true },
    removeSocialLink: { may: 'user', notWhileImpersonating: true },
    finishSocialSignIn: 'anyone',
    socialAuthenticate: 'anyone',
    socialAuthenticateWithRememberMe: 'anyone',
  },
  secondFactor: {
    getSecondFactor: { may: 'user', notWhileImpersonating: true },
    startSecondFactor: { may: 'user', notWhileImpersonating: true },
    confirmSecondFactor: { may: 'user', notWhileImpersonating: true },
    renewRecoveryCodes: { may: 'user', notWhileImpersonating: true },
    removeSecondFactor: { may: 'user', notWhileImpersonating: true },
    startPasskey: { may: 'user', notWhileImpersonating: true },
    addPasskey: { may: 'user', notWhileImpersonating: true },
    removePasskey: { may: 'user', notWhileImpersonating: true, ids: { id: 'passkey' } },
    startPasskeySignIn: 'anyone',
    authenticateWithPasskey: 'anyone',
  },
  sessions: {
    lock: 'user',
    unlock: { may: 'user', whileLocked: true },
    startPasskeyUnlock: { may: 'user', whileLocked: true },
    unlockWithPasskey: { may: 'user', whileLocked: true },
    getLock: { may: 'user', whileLocked: true },
    getSessions: { may: 'user', notWhileImpersonating: true },
    endSession: { may: 'user', notWhileImpersonating: true, ids: { id: 'session' } },
    endOtherSessions: { may: 'user', notWhileImpersonating: true },
  },
  account: {
    getAccount: 'user',
    setCurrent: { may: 'user', ids: { languageId: 'language' } },
    getCurrentPicture: 'user',
    setCurrentPicture: { may: 'user', ids: { id: 'ownPicture' } },
    addProfilePicture: { may: 'user', ids: { id: 'ownPicture' } },
    removeProfilePicture: { may: 'user', ids: { id: 'shownPicture' } },
    setProfilePublicState: 'user',
    setCalendarPublicState: 'user',
    setPushNotificationsState: { may: 'user', notWhileImpersonating: true },
    leave: { may: 'user', notWhileImpersonating: true },
    leaveCompany: { may: 'user', notWhileImpersonating: true },
  },
  push: { getKey: 'user', setToken: { may: 'user', notWhileImpersonating: true } },
  calendarSetup: {
    getSettings: { may: 'user', ids: { calendarId: 'calendar' } },
    saveWorkingHours: {
      may: 'user',
      ids: { calendarId: 'calendar', locationId: 'workplace' },
      example: { Hours: [{ Weekday: 1, Start: '09:00', End: '17:00' }], Breaks: [] },
    },
    saveOverride: {
      may: 'user',
      ids: { calendarId: 'calendar', locationId: 'workplace' },
      example: { Date: '2026-05-01', EndDate: null, Open: [] },
    },
    deleteOverride: {
      may: 'user',
      ids: { calendarId: 'calendar', locationId: 'workplace' },
      example: { Date: '2026-05-01', EndDate: null },
    },
    saveBookingRules: { may: 'user', ids: { calendarId: 'calendar' } },
    saveService: { may: 'user', ids: { calendarId: 'calendar', id: 'serviceOfCalendar' } },
    deleteService: { may: 'user', ids: { calendarId: 'calendar', id: 'serviceOfCalendar' } },
    orderServices: { may: 'user', ids: { calendarId: 'calendar', ids: 'serviceOfCalendar' } },
  },
  calendars: {
    getAllCalendars: 'user',
    getCalendarEvents: { may: 'user', ids: { calendarId: 'calendar' } },
    insertEvent: {
      may: 'user',
      ids: { id: 'event', calendarId: 'calendar' },
      example: { AcceptOverlap: true },
    },
    updateEvent: {
      may: 'user',
      ids: { id: 'event', calendarId: 'calendar' },
      example: { AcceptOverlap: true },
    },
    deleteEvent: { may: 'user', ids: { id: 'event' } },
    sendSmsNotification: { may: 'user', ids: { id: 'event' } },
    sendEmailNotification: { may: 'user', ids: { id: 'event' } },
    getChanges: 'user',
  },
  company: {
    get: 'admin',
    update: 'admin',
    setLogo: { may: 'admin', ids: { id: 'ownPicture' } },
    updateGeoLocation: { may: 'admin', ids: { geoLocationId: 'geoLocation' } },
  },
  menuItems: {
    getAll: 'sys',
    getPages: 'sys',
    insert: { may: 'sys', ids: { pageId: 'page', parentId: 'menuItem' } },
    update: { may: 'sys', ids: { id: 'menuItem', pageId: 'page', parentId: 'menuItem' } },
    delete: { may: 'sys', ids: { id: 'menuItem' } },
    // The id names a deleted item.
    restore: { may: 'sys', ids: { id: 'passedOver' } },
  },
  companyUsers: {
    impersonate: { may: 'admin', notWhileImpersonating: true, ids: { id: 'colleague' } },
    invite: { may: 'admin', ids: { locationIds: 'location' } },
  },
  systemUsers: {
    impersonate: { may: 'sys', notWhileImpersonating: true, ids: { id: 'anybody', companyId: 'employer' } },
  },
  // Switches are named by their own kind of id; server/identity/grants/foreign-switches.test.ts tries foreign ones.
  companyGrants: {
    getAllActionsAcl: 'admin',
    getAllGroupsAcl: 'admin',
    getAllLocationsAcl: 'admin',
    getAllPagesAcl: 'admin',
    exportActionsAcl: 'admin',
    exportGroupsAcl: 'admin',
    exportLocationsAcl: 'admin',
    exportPagesAcl: 'admin',
    getAcl: { may: 'admin', ids: { id: 'colleague' } },
    updateAcl: { may: 'admin', notWhileImpersonating: true },
    updateGroup: { may: 'admin', notWhileImpersonating: true },
    updateLocation: { may: 'admin', notWhileImpersonating: true },
  },
  systemGrants: {
    getAllActionsAcl: 'sys',
    getAllGroupsAcl: 'sys',
    getAllLocationsAcl: 'sys',
    getAllPagesAcl: 'sys',
    exportActionsAcl: 'sys',
    exportGroupsAcl: 'sys',
    exportLocationsAcl: 'sys',
    exportPagesAcl: 'sys',
    getAcl: { may: 'sys', ids: { id: 'anybody' } },
    updateAcl: { may: 'sys', notWhileImpersonating: true },
    updateGroup: { may: 'sys', notWhileImpersonating: true },
    updateLocation: { may: 'sys', notWhileImpersonating: true },
  },
  companyDismissals: {
    fire: { may: 'admin', notWhileImpersonating: true, ids: { id: 'colleague' } },
    delete: { may: 'admin', notWhileImpersonating: true, ids: { id: 'colleague' } },
  },
  systemDismissals: {
    fire: { may: 'sys', notWhileImpersonating: true, ids: { id: 'anybody', companyId: 'employer' } },
    delete: { may: 'sys', notWhileImpersonating: true, ids: { id: 'anybody' } },
  },
  groupGrants: {
    getAllActionsAcl: 'sys',
    getAllPagesAcl: 'sys',
    exportActionsAcl: 'sys',
    exportPagesAcl: 'sys',
    updateAcl: { may: 'sys', notWhileImpersonating: true },
  },
  privacy: {
    setTermsAndConditionsAgreed: { may: 'user', notWhileImpersonating: true },
    setPrivacyPolicyAgreed: { may: 'user', notWhileImpersonating: true },
    checkDownload: { may: 'user', notWhileImpersonating: true },
    downloadData: { may: 'user', notWhileImpersonating: true },
    deleteAccount: { may: 'user', notWhileImpersonating: true },
  },
  reminders: {
    getByCreatedAndUser: 'user',
    getPaginatedByCreatedAndUser: 'user',
    visited: { may: 'user', ids: { id: 'reminder' } },
    allVisited: 'user',
  },
  searches: { getById: { may: 'user', ids: { id: 'contact' } }, getPaginated: 'user' },
  files: { uploadFile: 'user', uploadImage: 'user', downloadFile: { may: 'anyone', ids: { id: 'file' } } },
  images: { get: { may: 'anyone', ids: { id: 'picture' }, example: { Width: 64, Height: 64 } } },
  companyEmployees: { '*': { may: 'admin', ids: { id: 'colleague' } } },
  companyLocations: {
    '*': { may: 'admin', ids: { id: 'location', geolocationId: 'geoLocation' } },
    updateGeoLocation: { may: 'admin', ids: { locationId: 'location', geolocationId: 'geoLocation' } },
  },
  systemAppSettings: { '*': { may: 'sys', ids: { id: 'setting' } } },
  systemActions: { '*': { may: 'sys', ids: { id: 'action' } } },
  systemBanners: {
    '*': { may: 'sys', ids: { id: 'banner', fileId: 'picture' } },
    // An empty link keeps the test from fetching a picture from another host.
    insert: { may: 'sys', ids: { id: 'passedOver', fileId: 'picture' }, example: { ImageLink: '' } },
    update: { may: 'sys', ids: { id: 'banner', fileId: 'picture' }, example: { ImageLink: '' } },
  },
  systemCompanies: {
    '*': { may: 'sys', ids: { id: 'anyCompany', geolocationId: 'geoLocation' } },
    // Tests call as members of this company: keep room in it for others.
    update: {
      may: 'sys',
      ids: { id: 'anyCompany', geolocationId: 'geoLocation' },
      example: { MaxUsers: 1000, MaxLocations: 1000 },
    },
    updateGeoLocation: { may: 'sys', ids: { companyId: 'anyCompany', geolocationId: 'geoLocation' } },
  },
  systemFeedback: { '*': { may: 'sys', ids: { id: 'feedback' } } },
  systemFileUploads: { '*': { may: 'sys', ids: { id: 'anyFile' } } },
  systemGroups: { '*': { may: 'sys', ids: { id: 'group' } } },
  systemJobs: {
    '*': { may: 'sys', ids: { id: 'job' } },
    runNow: { may: 'sys', ids: { id: 'job' } },
  },
  systemLogs: { '*': { may: 'sys', ids: { id: 'systemLog' } } },
  systemPages: { '*': { may: 'sys', ids: { id: 'page' } } },
  systemLanguages: { '*': { may: 'sys', ids: { id: 'language' } } },
  systemPeople: { '*': { may: 'sys', ids: { id: 'anybody', languageId: 'language' } } },
  systemDataAudits: { '*': { may: 'sys', ids: { id: 'dataAudit' } } },
  systemTableSettings: { '*': { may: 'sys', ids: { id: 'tableSetting' } } },
  systemUserAudits: { '*': { may: 'sys', ids: { id: 'userAudit' } } },
  companyEmailMessages: { '*': { may: 'admin', ids: { id: 'mail' } } },
  companyEmailTemplates: {
    '*': { may: 'admin', ids: { id: 'mailText' } },
    reset: { may: 'admin', ids: { id: 'mailText' } },
    preview: { may: 'admin', ids: { id: 'mailText' } },
  },
  systemEmailMessageLogs: { '*': { may: 'sys', ids: { id: 'mailLog' } } },
  systemEmailMessages: { '*': { may: 'sys', ids: { id: 'anyMail' } } },
  systemEmailTemplates: {
    '*': { may: 'sys', ids: { id: 'sharedMailText' } },
    reset: { may: 'sys', ids: { id: 'sharedMailText' } },
    preview: { may: 'sys', ids: { id: 'sharedMailText' } },
  },
  systemLegalTexts: {
    '*': { may: 'sys', ids: { id: 'legalText' } },
    getVersions: { may: 'sys', ids: { id: 'legalText' } },
  },
  systemMessageTemplates: {
    '*': { may: 'sys', ids: { id: 'mailWords' } },
    reset: { may: 'sys', ids: { id: 'mailWords' } },
  },
  systemSmsGateways: {
    '*': { may: 'sys', ids: { id: 'smsGateway' } },
    update: { may: 'sys', ids: { id: 'smsGateway' }, example: { TimeOut: 1000, Port: 25 } },
  },
  companySmsTemplates: {
    '*': { may: 'admin', ids: { id: 'smsText' } },
    reset: { may: 'admin', ids: { id: 'smsText' } },
    preview: { may: 'admin', ids: { id: 'smsText' } },
  },
  systemSmsTemplates: {
    '*': { may: 'sys', ids: { id: 'sharedSmsText' } },
    reset: { may: 'sys', ids: { id: 'sharedSmsText' } },
    preview: { may: 'sys', ids: { id: 'sharedSmsText' } },
  },
  systemSmtps: {
    '*': { may: 'sys', ids: { id: 'mailServer' } },
    update: { may: 'sys', ids: { id: 'mailServer' }, example: { TimeOut: 1000, Port: 25 } },
    sendTest: { may: 'sys', ids: { id: 'mailServer' } },
  },
} as const satisfies Table;
