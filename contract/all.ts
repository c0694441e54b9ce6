// Every service and list of the contract, and the callers of each operation.
// Written by `npm run make:contract` (tools/make-contract.ts); tools/make-contract.test.ts compares it.

import { calendarSetup } from './booking/calendar-setup.ts';
import { calendars } from './booking/calendar.ts';
import { publicCalendars } from './booking/public.ts';
import { company } from './company/details.ts';
import { companyLocations } from './company/locations.ts';
import { companyEmployees, systemPeople } from './company/people.ts';
import { files, images } from './files.ts';
import { account, push } from './identity/account.ts';
import { companyUsers } from './identity/company-users.ts';
import { companyDismissals, companyGrants, groupGrants, systemDismissals, systemGrants } from './identity/grants.ts';
import { privacy } from './identity/privacy.ts';
import { systemActions, systemGroups } from './identity/roles.ts';
import { secondFactor } from './identity/second-factor.ts';
import { sessions } from './identity/sessions.ts';
import { user } from './identity/sign-in.ts';
import { social } from './identity/social.ts';
import { systemUsers } from './identity/system-users.ts';
import { reminders } from './messaging/feed.ts';
import { systemSmsGateways, systemSmtps } from './messaging/hosts.ts';
import { companyEmailMessages, systemEmailMessageLogs, systemEmailMessages } from './messaging/mail.ts';
import { systemSuppressedAddresses } from './messaging/suppressed-addresses.ts';
import { companyEmailTemplates, systemEmailTemplates } from './messaging/templates/email-templates.ts';
import { systemMessageTemplates } from './messaging/templates/message-templates.ts';
import { companySmsTemplates, systemSmsTemplates } from './messaging/templates/sms-templates.ts';
import { systemPages } from './operations/app-pages.ts';
import { systemCompanies } from './operations/companies.ts';
import { systemDataAudits } from './operations/data-audits.ts';
import { systemFileUploads } from './operations/file-uploads.ts';
import { systemJobs } from './operations/jobs.ts';
import { systemLanguages } from './operations/languages.ts';
import { systemLogs } from './operations/logs.ts';
import { menuItems } from './operations/menu.ts';
import { systemAppSettings } from './operations/settings.ts';
import { systemTableSettings } from './operations/table-settings.ts';
import { systemUserAudits } from './operations/user-audits.ts';
import { geolocations } from './places.ts';
import { application } from './site/application.ts';
import { banners, systemBanners } from './site/banners.ts';
import { systemFeedback } from './site/feedback.ts';
import { home } from './site/home.ts';
import { systemLegalTexts } from './site/legal-texts.ts';
import { searches } from './site/search.ts';

/** Every administered list. */
export const resources = {
  companyLocations,
  companyEmployees,
  systemPeople,
  systemActions,
  systemGroups,
  systemSmsGateways,
  systemSmtps,
  companyEmailMessages,
  systemEmailMessageLogs,
  systemEmailMessages,
  systemSuppressedAddresses,
  companyEmailTemplates,
  systemEmailTemplates,
  systemMessageTemplates,
  companySmsTemplates,
  systemSmsTemplates,
  systemPages,
  systemCompanies,
  systemDataAudits,
  systemFileUploads,
  systemJobs,
  systemLanguages,
  systemLogs,
  systemAppSettings,
  systemTableSettings,
  systemUserAudits,
  systemBanners,
  systemFeedback,
  systemLegalTexts,
};

type Resources = typeof resources;

/** Every service. The API pages list them, the server must serve them, and server/access.test.ts calls them. */
export const services = {
  calendarSetup,
  calendars,
  publicCalendars,
  company,
  files,
  images,
  account,
  push,
  companyUsers,
  companyDismissals,
  companyGrants,
  groupGrants,
  systemDismissals,
  systemGrants,
  privacy,
  secondFactor,
  sessions,
  user,
  social,
  systemUsers,
  reminders,
  menuItems,
  geolocations,
  application,
  banners,
  home,
  searches,
  ...(Object.fromEntries(Object.entries(resources).map(([name, { operations }]) => [name, operations])) as {
    [Name in keyof Resources]: Resources[Name]['operations'];
  }),
};

/** The callers that the contract admits to each operation. A change of rights shows in the diff of this file. */
export const rights = {
  calendarSetup: {
    getSettings: 'user',
    saveWorkingHours: 'user',
    saveOverride: 'user',
    deleteOverride: 'user',
    saveBookingRules: 'user',
    saveService: 'user',
    deleteService: 'user',
    orderServices: 'user',
  },
  calendars: {
    getAllCalendars: 'user',
    getCalendarEvents: 'user',
    insertEvent: 'user',
    updateEvent: 'user',
    deleteEvent: 'user',
    sendSmsNotification: 'user',
    sendEmailNotification: 'user',
    getChanges: 'user',
  },
  publicCalendars: {
    getProfile: 'anyone',
    getEvents: 'anyone',
    getSlots: 'anyone',
    getFirstFree: 'anyone',
    insertEvent: 'anyone',
    confirmEvent: 'anyone',
    deleteEvent: 'anyone',
    getAppointment: 'anyone',
    processAppointment: 'anyone',
    getCalendarEntry: 'anyone',
  },
  company: {
    get: 'admin, or by a grant of /app/company/details',
    update: 'admin, or by a grant of /app/company/details',
    sendVerification: 'admin, or by a grant of /app/company/details',
    getVerification: 'anyone',
    verify: 'anyone',
    setLogo: 'admin, or by a grant of /app/company/details',
    updateGeoLocation: 'admin, or by a grant of /app/company/details',
  },
  companyLocations: {
    getPaginated: 'admin, or by a grant of /app/company/locations',
    export: 'admin, or by a grant of /app/company/locations',
    getById: 'admin, or by a grant of /app/company/locations',
    getAll: 'admin, or by a grant of /app/company/locations',
    insert: 'admin, or by a grant of /app/company/locations',
    update: 'admin, or by a grant of /app/company/locations',
    delete: 'admin, or by a grant of /app/company/locations',
    restore: 'admin, or by a grant of /app/company/locations',
    updateGeoLocation: 'admin, or by a grant of /app/company/locations',
  },
  companyEmployees: {
    getPaginated: 'admin, or by a grant of /app/company/employees',
    export: 'admin, or by a grant of /app/company/employees',
    getById: 'admin, or by a grant of /app/company/employees',
    getAll: 'admin, or by a grant of /app/company/employees',
  },
  systemPeople: {
    getPaginated: 'sys, or by a grant of /app/system/user-management',
    export: 'sys, or by a grant of /app/system/user-management',
    getById: 'sys, or by a grant of /app/system/user-management',
    getAll: 'sys, or by a grant of /app/system/user-management',
    update: 'sys, or by a grant of /app/system/user-management',
  },
  files: {
    uploadFile: 'user',
    uploadImage: 'user',
    downloadFile: 'anyone',
  },
  images: {
    get: 'anyone',
  },
  account: {
    getAccount: 'user',
    setCurrent: 'user',
    getCurrentPicture: 'user',
    setCurrentPicture: 'user',
    addProfilePicture: 'user',
    removeProfilePicture: 'user',
    setProfilePublicState: 'user',
    setCalendarPublicState: 'user',
    setPushNotificationsState: 'user, not while impersonating',
    leave: 'user, not while impersonating',
    leaveCompany: 'user, not while impersonating',
  },
  push: {
    getKey: 'user',
    setToken: 'user, not while impersonating',
  },
  companyUsers: {
    impersonate: 'admin, not while impersonating',
    invite: 'admin',
  },
  companyDismissals: {
    fire: 'admin, not while impersonating',
    delete: 'admin, not while impersonating',
  },
  companyGrants: {
    getAllActionsAcl: 'admin',
    getAllGroupsAcl: 'admin',
    getAllLocationsAcl: 'admin',
    getAllPagesAcl: 'admin',
    exportActionsAcl: 'admin',
    exportGroupsAcl: 'admin',
    exportLocationsAcl: 'admin',
    exportPagesAcl: 'admin',
    getAcl: 'admin',
    updateAcl: 'admin, not while impersonating',
    updateGroup: 'admin, not while impersonating',
    updateLocation: 'admin, not while impersonating',
  },
  groupGrants: {
    getAllActionsAcl: 'sys',
    getAllPagesAcl: 'sys',
    exportActionsAcl: 'sys',
    exportPagesAcl: 'sys',
    updateAcl: 'sys, not while impersonating',
  },
  systemDismissals: {
    fire: 'sys, not while impersonating',
    delete: 'sys, not while impersonating',
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
    getAcl: 'sys',
    updateAcl: 'sys, not while impersonating',
    updateGroup: 'sys, not while impersonating',
    updateLocation: 'sys, not while impersonating',
  },
  privacy: {
    setTermsAndConditionsAgreed: 'user, not while impersonating',
    setPrivacyPolicyAgreed: 'user, not while impersonating',
    checkDownload: 'user, not while impersonating',
    downloadData: 'user, not while impersonating',
    deleteAccount: 'user, not while impersonating',
  },
  systemActions: {
    getPaginated: 'sys, or by a grant of /app/system/user-management',
    export: 'sys, or by a grant of /app/system/user-management',
    getById: 'sys, or by a grant of /app/system/user-management',
    getAll: 'sys, or by a grant of /app/system/user-management',
    insert: 'sys, or by a grant of /app/system/user-management',
    update: 'sys, or by a grant of /app/system/user-management',
    delete: 'sys, or by a grant of /app/system/user-management',
    restore: 'sys, or by a grant of /app/system/user-management',
  },
  systemGroups: {
    getPaginated: 'sys, or by a grant of /app/system/user-management',
    export: 'sys, or by a grant of /app/system/user-management',
    getById: 'sys, or by a grant of /app/system/user-management',
    getAll: 'sys, or by a grant of /app/system/user-management',
    insert: 'sys, or by a grant of /app/system/user-management',
    update: 'sys, or by a grant of /app/system/user-management',
    delete: 'sys, or by a grant of /app/system/user-management',
    restore: 'sys, or by a grant of /app/system/user-management',
  },
  secondFactor: {
    getSecondFactor: 'user, not while impersonating',
    startSecondFactor: 'user, not while impersonating',
    confirmSecondFactor: 'user, not while impersonating',
    renewRecoveryCodes: 'user, not while impersonating',
    removeSecondFactor: 'user, not while impersonating',
    startPasskey: 'user, not while impersonating',
    addPasskey: 'user, not while impersonating',
    removePasskey: 'user, not while impersonating',
    startPasskeySignIn: 'anyone',
    authenticateWithPasskey: 'anyone',
  },
  sessions: {
    lock: 'user',
    unlock: 'user, also while locked',
    startPasskeyUnlock: 'user, also while locked',
    unlockWithPasskey: 'user, also while locked',
    getLock: 'user, also while locked',
    getSessions: 'user, not while impersonating',
    endSession: 'user, not while impersonating',
    endOtherSessions: 'user, not while impersonating',
  },
  user: {
    authenticate: 'anyone',
    authenticateWithRememberMe: 'anyone',
    logOut: 'anyone, also while locked',
    create: 'anyone',
    sendVerification: 'user',
    verify: 'anyone',
    resetPassword: 'anyone',
    setPassword: 'anyone',
    changePassword: 'user, not while impersonating',
    changePasswordByAddress: 'user',
    invite: 'anyone',
    acceptInvitation: 'anyone',
    changeLocation: 'user',
    stopImpersonating: 'user',
    isAuthenticated: 'anyone, also while locked',
    getCurrent: 'user',
  },
  social: {
    startSocialSignIn: 'anyone',
    startSocialRegistration: 'anyone',
    startSocialLink: 'user, not while impersonating',
    getSocialLinks: 'user, not while impersonating',
    removeSocialLink: 'user, not while impersonating',
    finishSocialSignIn: 'anyone',
    socialAuthenticate: 'anyone',
    socialAuthenticateWithRememberMe: 'anyone',
  },
  systemUsers: {
    impersonate: 'sys, not while impersonating',
    markVerified: 'sys, not while impersonating',
  },
  reminders: {
    getByCreatedAndUser: 'user',
    getPaginatedByCreatedAndUser: 'user',
    visited: 'user',
    allVisited: 'user',
  },
  systemSmsGateways: {
    getPaginated: 'sys, or by a grant of /app/system/sms/gateways',
    export: 'sys, or by a grant of /app/system/sms/gateways',
    getById: 'sys, or by a grant of /app/system/sms/gateways',
    getAll: 'sys, or by a grant of /app/system/sms/gateways',
    insert: 'sys, or by a grant of /app/system/sms/gateways',
    update: 'sys, or by a grant of /app/system/sms/gateways',
    delete: 'sys, or by a grant of /app/system/sms/gateways',
    restore: 'sys, or by a grant of /app/system/sms/gateways',
  },
  systemSmtps: {
    getPaginated: 'sys, or by a grant of /app/system/email/smtps',
    export: 'sys, or by a grant of /app/system/email/smtps',
    getById: 'sys, or by a grant of /app/system/email/smtps',
    getAll: 'sys, or by a grant of /app/system/email/smtps',
    insert: 'sys, or by a grant of /app/system/email/smtps',
    update: 'sys, or by a grant of /app/system/email/smtps',
    delete: 'sys, or by a grant of /app/system/email/smtps',
    restore: 'sys, or by a grant of /app/system/email/smtps',
    sendTest: 'sys, or by a grant of /app/system/email/smtps',
  },
  companyEmailMessages: {
    getPaginated: 'admin, or by a grant of /app/company/email/messages',
    export: 'admin, or by a grant of /app/company/email/messages',
    getById: 'admin, or by a grant of /app/company/email/messages',
  },
  systemEmailMessageLogs: {
    getPaginated: 'sys, or by a grant of /app/system/email/message-logs',
    export: 'sys, or by a grant of /app/system/email/message-logs',
    getById: 'sys, or by a grant of /app/system/email/message-logs',
    clear: 'sys, or by a grant of /app/system/email/message-logs',
  },
  systemEmailMessages: {
    getPaginated: 'sys, or by a grant of /app/system/email/messages',
    export: 'sys, or by a grant of /app/system/email/messages',
    getById: 'sys, or by a grant of /app/system/email/messages',
  },
  systemSuppressedAddresses: {
    getPaginated: 'sys, or by a grant of /app/system/email/suppressed-addresses',
    export: 'sys, or by a grant of /app/system/email/suppressed-addresses',
    getById: 'sys, or by a grant of /app/system/email/suppressed-addresses',
    getAll: 'sys, or by a grant of /app/system/email/suppressed-addresses',
    allow: 'sys, or by a grant of /app/system/email/suppressed-addresses',
  },
  companyEmailTemplates: {
    getPaginated: 'admin, or by a grant of /app/company/email/templates',
    export: 'admin, or by a grant of /app/company/email/templates',
    getById: 'admin, or by a grant of /app/company/email/templates',
    getAll: 'admin, or by a grant of /app/company/email/templates',
    update: 'admin, or by a grant of /app/company/email/templates',
    reset: 'admin, or by a grant of /app/company/email/templates',
    preview: 'admin, or by a grant of /app/company/email/templates',
  },
  systemEmailTemplates: {
    getPaginated: 'sys, or by a grant of /app/system/email/templates',
    export: 'sys, or by a grant of /app/system/email/templates',
    getById: 'sys, or by a grant of /app/system/email/templates',
    getAll: 'sys, or by a grant of /app/system/email/templates',
    update: 'sys, or by a grant of /app/system/email/templates',
    reset: 'sys, or by a grant of /app/system/email/templates',
    preview: 'sys, or by a grant of /app/system/email/templates',
  },
  systemMessageTemplates: {
    getPaginated: 'sys, or by a grant of /app/system/email/message-templates',
    export: 'sys, or by a grant of /app/system/email/message-templates',
    getById: 'sys, or by a grant of /app/system/email/message-templates',
    getAll: 'sys, or by a grant of /app/system/email/message-templates',
    update: 'sys, or by a grant of /app/system/email/message-templates',
    reset: 'sys, or by a grant of /app/system/email/message-templates',
  },
  companySmsTemplates: {
    getPaginated: 'admin, or by a grant of /app/company/sms/templates',
    export: 'admin, or by a grant of /app/company/sms/templates',
    getById: 'admin, or by a grant of /app/company/sms/templates',
    getAll: 'admin, or by a grant of /app/company/sms/templates',
    update: 'admin, or by a grant of /app/company/sms/templates',
    reset: 'admin, or by a grant of /app/company/sms/templates',
    preview: 'admin, or by a grant of /app/company/sms/templates',
  },
  systemSmsTemplates: {
    getPaginated: 'sys, or by a grant of /app/system/sms/templates',
    export: 'sys, or by a grant of /app/system/sms/templates',
    getById: 'sys, or by a grant of /app/system/sms/templates',
    getAll: 'sys, or by a grant of /app/system/sms/templates',
    update: 'sys, or by a grant of /app/system/sms/templates',
    reset: 'sys, or by a grant of /app/system/sms/templates',
    preview: 'sys, or by a grant of /app/system/sms/templates',
  },
  systemPages: {
    getPaginated: 'sys, or by a grant of /app/system/pages',
    export: 'sys, or by a grant of /app/system/pages',
    getById: 'sys, or by a grant of /app/system/pages',
    getAll: 'sys, or by a grant of /app/system/pages',
    insert: 'sys, or by a grant of /app/system/pages',
    update: 'sys, or by a grant of /app/system/pages',
    delete: 'sys, or by a grant of /app/system/pages',
    restore: 'sys, or by a grant of /app/system/pages',
  },
  systemCompanies: {
    getPaginated: 'sys, or by a grant of /app/system/company-management',
    export: 'sys, or by a grant of /app/system/company-management',
    getById: 'sys, or by a grant of /app/system/company-management',
    getAll: 'sys, or by a grant of /app/system/company-management',
    update: 'sys, or by a grant of /app/system/company-management',
    updateGeoLocation: 'sys, or by a grant of /app/system/company-management',
  },
  systemDataAudits: {
    getPaginated: 'sys, or by a grant of /app/system/log/data-audit',
    export: 'sys, or by a grant of /app/system/log/data-audit',
    getById: 'sys, or by a grant of /app/system/log/data-audit',
    clear: 'sys, or by a grant of /app/system/log/data-audit',
  },
  systemFileUploads: {
    getPaginated: 'sys, or by a grant of /app/system/file-uploads',
    export: 'sys, or by a grant of /app/system/file-uploads',
    getById: 'sys, or by a grant of /app/system/file-uploads',
    getAll: 'sys, or by a grant of /app/system/file-uploads',
    delete: 'sys, or by a grant of /app/system/file-uploads',
  },
  systemJobs: {
    getPaginated: 'sys, or by a grant of /app/system/jobs',
    export: 'sys, or by a grant of /app/system/jobs',
    getById: 'sys, or by a grant of /app/system/jobs',
    getAll: 'sys, or by a grant of /app/system/jobs',
    update: 'sys, or by a grant of /app/system/jobs',
    runNow: 'sys, or by a grant of /app/system/jobs',
  },
  systemLanguages: {
    getPaginated: 'sys, or by a grant of /app/system/general-stuff',
    export: 'sys, or by a grant of /app/system/general-stuff',
    getById: 'sys, or by a grant of /app/system/general-stuff',
    getAll: 'sys, or by a grant of /app/system/general-stuff',
    insert: 'sys, or by a grant of /app/system/general-stuff',
    update: 'sys, or by a grant of /app/system/general-stuff',
    delete: 'sys, or by a grant of /app/system/general-stuff',
    restore: 'sys, or by a grant of /app/system/general-stuff',
  },
  systemLogs: {
    getPaginated: 'sys, or by a grant of /app/system/log/system-logs',
    export: 'sys, or by a grant of /app/system/log/system-logs',
    getById: 'sys, or by a grant of /app/system/log/system-logs',
    clear: 'sys, or by a grant of /app/system/log/system-logs',
  },
  menuItems: {
    getAll: 'sys, or by a grant of /app/system/menu',
    getPages: 'sys, or by a grant of /app/system/menu',
    insert: 'sys, or by a grant of /app/system/menu',
    update: 'sys, or by a grant of /app/system/menu',
    delete: 'sys, or by a grant of /app/system/menu',
    restore: 'sys, or by a grant of /app/system/menu',
  },
  systemAppSettings: {
    getPaginated: 'sys, or by a grant of /app/system/general-stuff/settings',
    export: 'sys, or by a grant of /app/system/general-stuff/settings',
    getById: 'sys, or by a grant of /app/system/general-stuff/settings',
    getAll: 'sys, or by a grant of /app/system/general-stuff/settings',
    update: 'sys, or by a grant of /app/system/general-stuff/settings',
  },
  systemTableSettings: {
    getPaginated: 'sys, or by a grant of /app/system/table-settings',
    export: 'sys, or by a grant of /app/system/table-settings',
    getById: 'sys, or by a grant of /app/system/table-settings',
    getAll: 'sys, or by a grant of /app/system/table-settings',
    update: 'sys, or by a grant of /app/system/table-settings',
  },
  systemUserAudits: {
    getPaginated: 'sys, or by a grant of /app/system/log/user-audit',
    export: 'sys, or by a grant of /app/system/log/user-audit',
    getById: 'sys, or by a grant of /app/system/log/user-audit',
    clear: 'sys, or by a grant of /app/system/log/user-audit',
  },
  geolocations: {
    getDefault: 'anyone',
    search: 'anyone',
    reverse: 'anyone',
    around: 'anyone',
    insert: 'admin',
  },
  application: {
    termsAndConditions: 'anyone',
    cookiesPolicy: 'anyone',
    privacyPolicy: 'anyone',
    getCurrentLanguage: 'anyone',
    setCurrentLanguage: 'anyone',
    getAllLanguages: 'anyone',
    getCurrentLocale: 'anyone',
    getCaptchaKey: 'anyone',
    getCaptchaChallenge: 'anyone',
    setup: 'anyone',
    canSetup: 'anyone',
    setCookiesAgreed: 'anyone',
    checkExport: 'user',
    getFileSettings: 'user',
    getImageSettings: 'user',
    getMenu: 'user',
    getChanges: 'user',
    getPublicCalendarEventLength: 'anyone',
    getSocialLoginSettings: 'anyone',
    sendFeedback: 'user',
  },
  banners: {
    getActive: 'anyone',
    visit: 'anyone',
  },
  systemBanners: {
    getPaginated: 'sys, or by a grant of /app/system/banners',
    export: 'sys, or by a grant of /app/system/banners',
    getById: 'sys, or by a grant of /app/system/banners',
    getAll: 'sys, or by a grant of /app/system/banners',
    insert: 'sys, or by a grant of /app/system/banners',
    update: 'sys, or by a grant of /app/system/banners',
    delete: 'sys, or by a grant of /app/system/banners',
    restore: 'sys, or by a grant of /app/system/banners',
  },
  systemFeedback: {
    getPaginated: 'sys, or by a grant of /app/system/feedback',
    export: 'sys, or by a grant of /app/system/feedback',
    getById: 'sys, or by a grant of /app/system/feedback',
    delete: 'sys, or by a grant of /app/system/feedback',
    restore: 'sys, or by a grant of /app/system/feedback',
    clear: 'sys, or by a grant of /app/system/feedback',
  },
  home: {
    getPlanDetails: 'anyone',
    search: 'anyone',
    searchByGeoLocation: 'anyone',
    feedback: 'anyone',
  },
  systemLegalTexts: {
    getPaginated: 'sys, or by a grant of /app/system/legal-texts',
    export: 'sys, or by a grant of /app/system/legal-texts',
    getById: 'sys, or by a grant of /app/system/legal-texts',
    getAll: 'sys, or by a grant of /app/system/legal-texts',
    update: 'sys, or by a grant of /app/system/legal-texts',
    getVersions: 'sys, or by a grant of /app/system/legal-texts',
  },
  searches: {
    getById: 'user',
    getPaginated: 'user',
  },
} satisfies { [S in keyof typeof services]: Record<keyof (typeof services)[S], string> };
