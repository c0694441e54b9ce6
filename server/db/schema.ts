// The tables of the database as Kysely sees them. Made by `npm run make:schema`; a test compares it with the live
// catalogue.
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

/** A timestamptz: read as an instant, written as one or as ISO 8601 text with an offset. */
type Instant = ColumnType<Temporal.Instant, Temporal.Instant | string, Temporal.Instant | string>;
/** A date without a zone, `YYYY-MM-DD`. */
type Date_ = ColumnType<string, string | Temporal.PlainDate, string | Temporal.PlainDate>;
type Json = JSONColumnType<object, string, string>;
/** A column of one of these kinds that the table fills when an insert leaves it out. */
type Defaulted<C> = C extends ColumnType<infer Read, infer Insert, infer Update>
  ? ColumnType<Read, Insert | undefined, Update>
  : Generated<C>;

export interface AccountsTable {
  key: string;
  kind: string;
}

export interface ActionLinksTable {
  tokenHash: Buffer;
  purpose: string;
  companyId: string | null;
  userId: string | null;
  eMail: Generated<string>;
  expiresAt: Instant;
  createdAt: Defaulted<Instant>;
  id: Generated<string>;
  visitId: string | null;
  isRevoked: Generated<boolean>;
  signInId: string | null;
}

export interface ActionsTable {
  id: string;
  name: string;
  description: Generated<string>;
  isSystem: Generated<boolean>;
  onlySys: Generated<boolean>;
}

export interface AnnouncementsTable {
  id: string;
  toCompanyId: string | null;
  texts: Json;
  link: Generated<string>;
  recipients: Generated<number>;
  userId: string | null;
  createdAt: Instant;
}

export interface AppointmentsTable {
  companyId: string | null;
  id: string | null;
  calendarId: string | null;
  locationId: string | null;
  userId: string | null;
  title: string | null;
  description: string | null;
  startAt: Instant | null;
  endAt: Instant | null;
  timeZone: string | null;
  allDay: boolean | null;
  startDate: Date_ | null;
  endDate: Date_ | null;
  type: string | null;
  occupied: string | null;
  lane: number | null;
  overlapAcceptedBy: string | null;
  heldUntil: Instant | null;
  readOnly: boolean | null;
  link: string | null;
  createdAt: Instant | null;
  updatedAt: Instant | null;
  blocks: boolean | null;
  words: string | null;
  visitId: string | null;
  position: number | null;
  serviceId: string | null;
  serviceName: string | null;
  price: number | null;
  bufferBefore: number | null;
  bufferAfter: number | null;
  pauseStart: number | null;
  pauseMinutes: number | null;
  contactId: string | null;
  status: string | null;
  source: string | null;
  name: string | null;
  eMail: string | null;
  phoneNumber: string | null;
  language: string | null;
  sendSms: boolean | null;
  eMailReminderSentAt: Instant | null;
  smsReminderSentAt: Instant | null;
  isShown: boolean | null;
  version: string | null;
}

export interface AudienceFactsTable {
  companyId: string;
  id: string;
  mailHash: number | null;
  smsHash: number | null;
  mailStanding: number;
  smsStanding: number;
  visitsCount: number;
  lastVisit: Instant | null;
  nextVisit: Instant | null;
  language: string;
  birthdayMonth: number | null;
  visitedIds: string[] | null;
  cappedUntil: Instant | null;
}

export interface AutomaticPapersTable {
  companyId: string;
  locationId: string;
  typeId: string;
  language: string;
}

export interface BackupSchedulesTable {
  companyId: string;
  every: string;
  keep: number;
  nextAt: Instant | null;
}

export interface BackupsTable {
  companyId: string;
  id: string;
  state: Generated<string>;
  progress: Generated<number>;
  isScheduled: Generated<boolean>;
  madeBy: string | null;
  madeByName: Generated<string>;
  createdAt: Instant;
  endedAt: Instant | null;
  expiresAt: Instant | null;
  size: number | null;
  sha256: string | null;
  leaseUntil: Instant | null;
  attempts: Generated<number>;
}

export interface BannerVisitsTable {
  bannerId: string;
  day: Date_;
  visits: Generated<number>;
}

export interface BannersTable {
  id: string;
  title: string;
  description: Generated<string>;
  link: Generated<string>;
  imageLink: Generated<string>;
  fileId: string | null;
  periodStart: Instant;
  periodEnd: Instant;
  active: Generated<boolean>;
}

export interface BillingTable {
  companyId: string;
  since: Date_;
  nextPeriod: Date_;
  usesFrom: Defaulted<Date_>;
}

export interface BillingProfilesTable {
  companyId: string;
  name: Generated<string>;
  address: Generated<string>;
  country: Generated<string>;
  vatId: Generated<string>;
  vatIdCheckedAt: Instant | null;
  billingEMail: Generated<string>;
  reference: Generated<string>;
}

export interface BookRunsTable {
  id: string;
  startedAt: Instant;
  endedAt: Instant | null;
  done: Generated<number>;
  total: number;
  wrong: Defaulted<Json>;
}

export interface BounceMailboxesTable {
  id: string;
  key: string;
  host: string;
  port: number;
  ssl: Generated<boolean>;
  userName: Generated<string>;
  password: Buffer | null;
  folder: Generated<string>;
  movedTo: Generated<string>;
  address: Generated<string>;
  active: Generated<boolean>;
  createdAt: Defaulted<Instant>;
}

export interface BounceReadingsTable {
  mailboxId: string;
  uidValidity: Generated<number>;
  lastUid: Generated<number>;
  readAt: Instant | null;
  problem: Generated<string>;
}

export interface BreaksTable {
  companyId: string;
  id: string;
  calendarId: string;
  locationId: string;
  weekday: number;
  startTime: string;
  endTime: string;
}

export interface CalendarsTable {
  companyId: string;
  id: string;
  userId: string | null;
  stepMinutes: Generated<number>;
  noticeMinutes: Generated<number>;
  horizonDays: Generated<number>;
  hoursSavedAt: Instant | null;
}

export interface CampaignDaysTable {
  companyId: string;
  campaignId: string;
  day: Date_;
  sent: number;
  visited: number;
}

export interface CampaignFactsTable {
  companyId: string | null;
  campaignId: string | null;
  day: Date_ | null;
  sent: number | null;
  visited: number | null;
}

export interface CampaignLinksTable {
  companyId: string;
  campaignId: string;
  position: number;
  url: string;
}

export interface CampaignRecipientsTable {
  companyId: string;
  id: string;
  campaignId: string;
  contactId: string | null;
  address: string;
  language: Generated<string>;
  basis: Generated<string>;
  leftOut: string | null;
  deliveryId: string | null;
  tokenHash: Buffer | null;
  sentAt: Instant | null;
  day: Date_ | null;
  unsubscribedAt: Instant | null;
  createdAt: Instant;
  previousAt: Instant | null;
  isPreviousKnown: Generated<boolean>;
  linkCount: number | null;
  isCapStored: Generated<boolean>;
  waitsUntil: Instant | null;
}

export interface CampaignVisitsTable {
  companyId: string;
  id: string;
  campaignId: string;
  recipientId: string;
  link: number;
  isPerson: boolean;
  day: Date_;
  createdAt: Instant;
  waitsUntil: Instant | null;
}

export interface CampaignsTable {
  companyId: string;
  id: string;
  medium: string;
  name: string;
  subject: Generated<string>;
  blocks: Defaulted<Json>;
  message: Generated<string>;
  text: Generated<string>;
  language: Generated<string>;
  audience: Defaulted<Json>;
  timeZone: Generated<string>;
  periodStart: Instant;
  periodEnd: Instant;
  started: Generated<boolean>;
  sending: Generated<boolean>;
  snapshotAt: Instant | null;
  deletedAt: Instant | null;
  userId: string | null;
  createdAt: Instant;
  endedAt: Instant | null;
}

export interface ClosedDaysTable {
  companyId: string;
  until: Date_;
}

export interface CompaniesTable {
  id: string;
  name: string;
  address: Generated<string>;
  country: Generated<string>;
  eMail: Generated<string>;
  phoneNumber: Generated<string>;
  geolocationId: string | null;
  logoId: string | null;
  planNumber: number | null;
  createdAt: Defaulted<Instant>;
  verifiedEMail: Generated<string>;
  eMailVerifiedAt: Instant | null;
  requestHours: Generated<number>;
  confirmsRequests: Generated<boolean>;
  reminderLeads: Generated<number[]>;
  quietFrom: Generated<number>;
  quietUntil: Generated<number>;
  smsReminders: Generated<boolean>;
  smsCountries: Generated<string[]>;
  smsPerDay: Generated<number>;
  campaignMailsPerDay: Generated<number>;
  campaignMailsChangedAt: Instant | null;
  linksLeadDirectly: Generated<boolean>;
  recordsPayments: Generated<boolean>;
  embedOrigins: Generated<string[]>;
  outsideDetail: Generated<string>;
}

export interface CompanyTermsTable {
  companyId: string;
  id: string;
  valid: string;
  monthlyCost: Generated<number>;
  smsCost: Generated<number>;
  discountMonths: Generated<number>;
  discountPercentage: Generated<number>;
  maxUsers: Generated<number>;
  maxLocations: Generated<number>;
  extraUserCost: number | null;
  extraLocationCost: number | null;
  currency: Generated<string>;
}

export interface ConsentsTable {
  companyId: string;
  id: string;
  contactId: string;
  channel: string;
  isGiven: boolean;
  source: string;
  userId: string | null;
  shownText: Generated<string>;
  createdAt: Instant;
  provedAt: Instant | null;
}

export interface ContactCalendarsTable {
  companyId: string;
  calendarId: string;
  contactId: string;
}

export interface ContactLocationsTable {
  companyId: string;
  locationId: string;
  contactId: string;
}

export interface ContactMergesTable {
  companyId: string;
  id: string;
  contactId: string;
  mergedId: string;
  userId: string | null;
  createdAt: Instant;
  moved: Json;
  undoneAt: Instant | null;
}

export interface ContactTagsTable {
  companyId: string;
  contactId: string;
  tag: string;
}

export interface ContactsTable {
  companyId: string;
  id: string;
  name: string;
  eMail: Generated<string>;
  phoneNumber: Generated<string>;
  createdAt: Defaulted<Instant>;
  language: Generated<string>;
  birthday: string | null;
  notes: Generated<string>;
  preferredChannel: Generated<string>;
  mergedInto: string | null;
  createdBy: string | null;
  visitsCount: Generated<number>;
  lastVisit: Instant | null;
  nextVisit: Instant | null;
  noShows: Generated<number>;
  spent: Generated<number>;
  phoneKey: Generated<string>;
  eMailKey: Generated<string>;
  nameKey: Generated<string>;
  searchText: Generated<string>;
  mailConsent: Generated<string>;
  smsConsent: Generated<string>;
  mailHash: Generated<number | null>;
  smsHash: Generated<number | null>;
  visitedIds: Generated<string[] | null>;
  mailStanding: Generated<number>;
  smsStanding: Generated<number>;
  birthdayMonth: Generated<number | null>;
}

export interface CountsByCompanyDayTable {
  companyId: string;
  subject: string;
  day: Date_;
  number: number;
  amount: number;
  completed: number;
}

export interface CountsByDayTable {
  companyId: string;
  subject: string;
  day: Date_;
  locationId: string | null;
  calendarId: string | null;
  number: number;
  amount: number;
  completed: number;
}

export interface CountsByLocationDayTable {
  companyId: string;
  subject: string;
  day: Date_;
  locationId: string | null;
  number: number;
  amount: number;
  completed: number;
}

export interface CountsByMonthTable {
  companyId: string;
  subject: string;
  month: Date_;
  locationId: string | null;
  calendarId: string | null;
  number: number;
  amount: number;
  completed: number;
}

export interface DataAuditsTable {
  id: string;
  createdAt: Instant;
  companyId: string | null;
  tableName: string;
  method: string;
  recordId: string | null;
  userId: string | null;
  userName: Generated<string>;
  actorName: Generated<string>;
  before: Json | null;
  after: Json | null;
  words: Generated<string>;
}

export interface DateOverridesTable {
  companyId: string;
  id: string;
  calendarId: string;
  locationId: string;
  date: Date_;
  startTime: string | null;
  endTime: string | null;
}

export interface DeletedRecordsTable {
  id: string;
  companyId: string | null;
  userId: string;
  list: string;
  deletedAt: Instant;
  parts: Json;
}

export interface DeliveriesTable {
  id: string;
  companyId: string | null;
  medium: string;
  queue: string;
  lane: Generated<string>;
  laneKey: Generated<string>;
  guarantee: Generated<string>;
  address: string;
  state: Generated<string>;
  dueAt: Instant;
  expiresAt: Instant | null;
  claimedAt: Instant | null;
  claimedBy: string | null;
  attempts: Generated<number>;
  causeKind: string;
  causeKey: string;
  routeId: string | null;
  reason: Generated<string>;
  answer: Generated<string>;
  settledAt: Instant | null;
  createdAt: Instant;
  givenUpAt: Instant | null;
  notifiedAt: Instant | null;
  providerRef: string | null;
  parts: number | null;
  price: number | null;
  locationId: string | null;
  timeZone: Generated<string>;
  day: Date_ | null;
  skipsRouteId: string | null;
  quietZone: string | null;
  links: Json | null;
  counted: string[] | null;
}

export interface DeliveryAttemptsTable {
  id: string;
  deliveryId: string;
  companyId: string | null;
  answer: string;
  createdAt: Defaulted<Instant>;
  words: Generated<string>;
  routeId: string | null;
  outcome: Generated<string>;
}

export interface DepositsTable {
  companyId: string;
  posted: Generated<number>;
  held: Generated<number>;
  creditLimit: Generated<number>;
  currency: Generated<string>;
}

export interface DeviceApplicationsTable {
  id: string;
  kind: string;
  version: string;
  description: Generated<string>;
  fileId: string;
  createdAt: Defaulted<Instant>;
}

export interface DeviceLogsTable {
  id: string;
  companyId: string;
  kind: string;
  deviceId: string;
  deviceName: string;
  locationName: string;
  typeKey: Generated<string>;
  typeDescription: Generated<string>;
  text: string;
  createdAt: Instant;
}

export interface DevicePackagesTable {
  companyId: string;
  id: string;
  deviceId: string;
  userId: string;
  createdAt: Instant;
  codeHash: Buffer | null;
  codeUntil: Instant | null;
  keyHash: Buffer | null;
}

export interface DeviceStatesTable {
  companyId: string;
  deviceId: string;
  keyHash: Buffer | null;
  version: Generated<string>;
  versionAt: Instant | null;
  seenAt: Instant | null;
  fault: Generated<string>;
  faultAt: Instant | null;
  media: Generated<string[]>;
  maxHeight: number | null;
  stalledAt: Instant | null;
}

export interface DevicesTable {
  companyId: string;
  id: string;
  kind: string;
  locationId: string;
  name: string;
  connection: Generated<string>;
  dots: Generated<number>;
  minPollSeconds: Generated<number>;
  maxPollSeconds: Generated<number>;
  pollStepSeconds: Generated<number>;
  isConfirmed: Generated<boolean>;
  isPaused: Generated<boolean>;
  createdAt: Defaulted<Instant>;
}

export interface DirtyDaysTable {
  id: Generated<number>;
  companyId: string;
  day: Date_;
}

export interface DunningTable {
  companyId: string;
  invoiceId: string;
  level: number;
  createdAt: Instant;
}

export interface EmailMessagesTable {
  id: string;
  companyId: string | null;
  locationId: string | null;
  fromEMail: string;
  fromName: Generated<string>;
  replyTo: Generated<string>;
  toEMail: string;
  subject: string;
  html: string;
  plain: Generated<string>;
  calendarEntry: string | null;
  calendarMethod: string | null;
  messageId: string;
  createdAt: Defaulted<Instant>;
  words: Generated<string>;
  visitId: string | null;
  attachmentKey: string | null;
  attachmentName: string | null;
  attachmentType: string | null;
  contentId: string | null;
  fields: Json | null;
  headers: Json | null;
  beginning: string | null;
}

export interface EmailTemplatesTable {
  id: string;
  companyId: string | null;
  key: string;
  language: string;
  subject: string;
  body: string;
  fromEMail: Generated<string>;
  toEMail: Generated<string>;
  bccEMail: Generated<string>;
  changedAt: Instant;
}

export interface EmployeeLocationsTable {
  companyId: string;
  userId: string;
  locationId: string;
}

export interface EmployeesTable {
  companyId: string;
  userId: string;
  urlName: string;
  profession: Generated<string>;
  description: Generated<string>;
  phoneNumber: Generated<string>;
  pictureId: string | null;
  isProfilePublic: Generated<boolean>;
  isCalendarPublic: Generated<boolean>;
  createdAt: Defaulted<Instant>;
  isUrlNameKept: Generated<boolean>;
  profileSharedAt: Instant | null;
  setupDismissedAt: Instant | null;
  reminderLeads: Generated<number[]>;
  reminderChannels: Generated<string[]>;
}

export interface EntriesTable {
  companyId: string;
  transactionId: string;
  account: string;
  amount: number;
  currency: Generated<string>;
}

export interface EstimatesTable {
  companyId: string;
  id: string;
  day: Date_;
  locationId: string | null;
  userId: string | null;
  amount: number;
  updatedAt: Instant;
}

export interface EventFiguresTable {
  companyId: string | null;
  eventId: string | null;
  countedParts: number | null;
  bookedPrice: number | null;
  completedPrice: number | null;
}

export interface EventsTable {
  companyId: string;
  id: string;
  calendarId: string;
  locationId: string | null;
  userId: string | null;
  title: Generated<string>;
  description: Generated<string>;
  startAt: Instant;
  endAt: Instant;
  timeZone: string;
  allDay: Generated<boolean>;
  startDate: Date_ | null;
  endDate: Date_ | null;
  type: string;
  occupied: string;
  lane: Generated<number>;
  overlapAcceptedBy: string | null;
  heldUntil: Instant | null;
  readOnly: Generated<boolean>;
  link: Generated<string>;
  createdAt: Defaulted<Instant>;
  updatedAt: Defaulted<Instant>;
  blocks: Generated<boolean>;
  words: Generated<string>;
  day: Defaulted<Date_>;
  countedParts: Generated<number>;
  bookedPrice: Generated<number>;
  completedPrice: Generated<number>;
  formerOffset: string | null;
}

export interface FeedbackTable {
  id: string;
  type: string;
  message: string;
  name: Generated<string>;
  eMail: Generated<string>;
  userId: string | null;
  createdAt: Defaulted<Instant>;
}

export interface FeedsTable {
  companyId: string;
  id: string;
  kind: string;
  calendarId: string | null;
  locationId: string | null;
  contactId: string | null;
  visitId: string | null;
  tokenHash: Buffer;
  detail: string;
  createdBy: string | null;
  linkHash: Buffer | null;
  ownerHash: Buffer | null;
  createdAt: Defaulted<Instant>;
  lastReadAt: Instant | null;
}

export interface FilesTable {
  id: string;
  companyId: string | null;
  displayName: string;
  mimeType: string;
  size: number;
  sha256: string;
  width: number | null;
  height: number | null;
  isPublic: Generated<boolean>;
  isSystem: Generated<boolean>;
  uploadedBy: string | null;
  createdAt: Defaulted<Instant>;
}

export interface GeolocationsTable {
  companyId: string;
  id: string;
  name: string;
  lineAddress: string;
  placeId: Generated<string>;
  street: Generated<string>;
  city: Generated<string>;
  state: Generated<string>;
  country: Generated<string>;
  zipCode: Generated<string>;
  latitude: number;
  longitude: number;
}

export interface GroupActionsTable {
  groupId: string;
  actionId: string;
}

export interface GroupPagesTable {
  groupId: string;
  pageId: string;
}

export interface GroupsTable {
  id: string;
  name: string;
  description: Generated<string>;
  isSystem: Generated<boolean>;
  onlySys: Generated<boolean>;
}

export interface HoldsTable {
  companyId: string;
  id: string;
  sourceKind: string;
  sourceId: string;
  amount: number;
  settled: number | null;
  released: number | null;
  currency: Generated<string>;
  createdAt: Instant;
  endedAt: Instant | null;
}

export interface IdempotencyKeysTable {
  companyId: string;
  key: string;
  bodyHash: Buffer;
  answer: Json;
  createdAt: Instant;
}

export interface ImportRefsTable {
  companyId: string;
  source: string;
  kind: string;
  externalId: string;
  recordId: string;
  importId: string;
  isAdded: boolean;
  givenDigest: string;
  storedDigest: string;
}

export interface ImportsTable {
  companyId: string;
  id: string;
  userId: string | null;
  fileName: string;
  source: string;
  choices: Defaulted<Json>;
  state: string;
  done: Generated<number>;
  total: number;
  createdAt: Instant;
  touchedAt: Instant;
}

export interface InboundMessagesTable {
  id: string;
  gatewayId: string | null;
  companyId: string | null;
  fromSms: string;
  message: string;
  meaning: Generated<string>;
  createdAt: Instant;
}

export interface InvitationActionsTable {
  companyId: string;
  tokenHash: Buffer;
  actionId: string;
}

export interface InvitationLocationsTable {
  companyId: string;
  tokenHash: Buffer;
  locationId: string;
}

export interface InvoiceFilesTable {
  companyId: string;
  invoiceId: string;
  id: Generated<string>;
  language: string | null;
  pdfHash: Buffer | null;
  xmlHash: Buffer | null;
  size: number | null;
  madeAt: Instant | null;
  announcedAt: Instant | null;
}

export interface InvoiceLineUsageTable {
  companyId: string;
  usageId: string;
  invoiceId: string;
}

export interface InvoiceLinesTable {
  companyId: string;
  invoiceId: string;
  position: number;
  kind: string;
  firstDay: Date_;
  lastDay: Date_;
  quantity: number;
  unitPrice: number | null;
  discountPercentage: Generated<number>;
  net: number;
  vatCategory: string | null;
  vatRate: number | null;
}

export interface InvoiceLinksTable {
  tokenHash: Buffer;
  companyId: string;
  invoiceId: string;
  expiresAt: Instant;
  createdAt: Instant;
}

export interface InvoiceSeriesTable {
  series: string;
  lastNumber: Generated<number>;
  lastHash: Generated<Buffer>;
}

export interface InvoiceSettlementsTable {
  companyId: string;
  invoiceId: string;
  id: string;
  kind: string;
  paymentId: string | null;
  amount: number;
  createdAt: Instant;
}

export interface InvoiceVatTable {
  companyId: string;
  invoiceId: string;
  category: string;
  rate: number;
  basis: number;
  vat: number;
}

export interface InvoicesTable {
  companyId: string;
  id: string;
  kind: string;
  series: string;
  number: number;
  label: Generated<string>;
  issuedAt: Instant;
  dueDate: Date_;
  periodStart: Date_;
  periodEnd: Date_;
  net: number;
  vat: number;
  grandTotal: number;
  currency: Generated<string>;
  seller: Json;
  buyer: Json;
  creditsId: string | null;
  replacesId: string | null;
  previousHash: Buffer;
  hash: Buffer;
  reference: Generated<string>;
}

export interface JobAskersTable {
  jobId: string;
  askerCompanyId: string;
  userId: string;
  askedAt: Instant;
}

export interface JobsTable {
  id: string;
  name: string;
  description: Generated<string>;
  parameters: Generated<string>;
  timeOutSeconds: number;
  nextStartSeconds: number;
  lastStarted: Instant | null;
  lastEnded: Instant | null;
  lastResult: Generated<string>;
  lastError: Generated<string>;
  runAskedAt: Instant | null;
}

export interface LanguagesTable {
  id: string;
  key: string;
  name: string;
  cultures: Generated<string>;
  locales: Generated<string>;
  isSystem: Generated<boolean>;
  isDefault: Generated<boolean>;
}

export interface LegalTextsTable {
  kind: string;
  language: string;
  version: number;
  html: string;
  createdAt: Defaulted<Instant>;
}

export interface ListingTypesTable {
  id: string;
  key: string;
  description: Generated<string>;
  fileId: string | null;
  isSystem: Generated<boolean>;
}

export interface LocationsTable {
  companyId: string;
  id: string;
  name: string;
  urlName: string;
  address: Generated<string>;
  country: Generated<string>;
  description: Generated<string>;
  geolocationId: string | null;
  timeZone: string;
  isSystem: Generated<boolean>;
  createdAt: Defaulted<Instant>;
  isUrlNameKept: Generated<boolean>;
  isPagePublic: Generated<boolean>;
}

export interface MarketingSettingsTable {
  companyId: string;
  customersByMail: Generated<boolean>;
  customersBySms: Generated<boolean>;
  userId: string | null;
  declaredAt: Instant;
}

export interface MenuItemsTable {
  id: string;
  parentId: string | null;
  pageId: string | null;
  name: string;
  nameKey: string | null;
  icon: Generated<string>;
  isHeading: Generated<boolean>;
  isSystem: Generated<boolean>;
  order: Generated<number>;
}

export interface MessageContentsTable {
  companyId: string;
  id: string;
  causeKey: string;
  html: Generated<string>;
  plain: Generated<string>;
  createdAt: Instant;
}

export interface MessageTemplatesTable {
  key: string;
  language: string;
  template: string;
  changedAt: Instant;
}

export interface OpenFactsTable {
  companyId: string | null;
  subject: string | null;
  day: Date_ | null;
  locationId: string | null;
  calendarId: string | null;
  number: number | null;
  amount: number | null;
  completed: number | null;
}

export interface OpenInvoicesTable {
  companyId: string;
  invoiceId: string;
  dueDate: Date_;
}

export interface OpeningHoursTable {
  companyId: string;
  id: string;
  calendarId: string;
  locationId: string;
  weekday: number;
  startTime: string;
  endTime: string;
}

export interface OutsideAccountsTable {
  companyId: string;
  id: string;
  calendarId: string;
  provider: string;
  address: string;
  logIn: Generated<string>;
  secret: Buffer | null;
  ownAddresses: Generated<string[]>;
  state: Generated<string>;
  createdAt: Defaulted<Instant>;
}

export interface OutsideCalendarsTable {
  companyId: string;
  id: string;
  accountId: string;
  calendarId: string;
  href: string;
  name: Generated<string>;
  reads: Generated<boolean>;
  tentativeBlocks: Generated<boolean>;
  changeToken: string | null;
  changeTag: string | null;
  expandedFor: string | null;
  acceptsRemovals: Generated<boolean>;
  fewerSince: Instant | null;
  lastReadAt: Instant | null;
  reason: string | null;
  status: number | null;
  failingSince: Instant | null;
  dueAt: Instant | null;
  begunAt: Instant | null;
  claim: string | null;
  claimedUntil: Instant | null;
  notifiedAt: Instant | null;
  mailedAt: Instant | null;
  writes: Generated<boolean>;
  detail: Generated<string>;
  removesWritten: Generated<boolean>;
  lastWrittenAt: Instant | null;
  writeReason: string | null;
  writeStatus: number | null;
  writeFailingSince: Instant | null;
  writeNotifiedAt: Instant | null;
  writeMailedAt: Instant | null;
  writeDueAt: Instant | null;
  pausedUntil: Instant | null;
}

export interface OutsideObjectsTable {
  companyId: string;
  outsideCalendarId: string;
  href: string;
  etag: string;
  uid: Generated<string>;
  content: Generated<string>;
  busy: Generated<string>;
  problem: string | null;
  title: Generated<string>;
}

export interface OutsideRoundsTable {
  companyId: string;
  id: string;
  outsideCalendarId: string;
  createdAt: Instant;
  listed: Generated<number>;
  changed: Generated<number>;
  removed: Generated<number>;
  reason: string | null;
}

export interface OutsideTimesTable {
  companyId: string;
  calendarId: string;
  sourceId: string;
  startAt: Instant;
  endAt: Instant;
}

export interface OutsideWrittenTable {
  companyId: string;
  outsideCalendarId: string;
  eventId: string;
  uid: string | null;
  href: string | null;
  etag: string | null;
  wanted: string | null;
  written: string | null;
  state: Generated<string>;
  dueAt: Instant | null;
  attempts: Generated<number>;
  reason: string | null;
  status: number | null;
  notifiedAt: Instant | null;
}

export interface PagesTable {
  id: string;
  name: string;
  nameKey: string | null;
  sRef: string;
  onlySys: Generated<boolean>;
  isSystem: Generated<boolean>;
  may: Generated<string>;
}

export interface PasskeysTable {
  id: string;
  userId: string;
  credentialId: Buffer;
  publicKey: Buffer;
  counter: number;
  name: string;
  createdAt: Instant;
  usedAt: Instant | null;
}

export interface PaymentAttemptsTable {
  companyId: string;
  id: string;
  paymentId: string;
  provider: string;
  amount: number;
  currency: Generated<string>;
  orderRef: string | null;
  transactionRef: string | null;
  transactionUrl: string | null;
  url: string | null;
  language: Generated<string>;
  createdAt: Instant;
  createdBy: string | null;
  expiresAt: Instant;
  captured: Generated<number>;
  refunded: Generated<number>;
  disputed: Generated<number>;
  reinstated: Generated<number>;
  seenPending: Generated<boolean>;
  failed: Generated<boolean>;
  failure: Generated<string>;
  expired: Generated<boolean>;
  problem: Generated<string>;
  state: Generated<string>;
  dueAt: Instant | null;
  askedAt: Instant | null;
}

export interface PaymentMovesTable {
  companyId: string;
  paymentId: string;
  step: number;
  kind: string;
  userId: string | null;
  createdAt: Instant;
  amount: number;
}

export interface PaymentsTable {
  companyId: string;
  id: string;
  number: Generated<number>;
  reference: Generated<string>;
  amount: number;
  currency: Generated<string>;
  createdAt: Instant;
  createdBy: string | null;
  provider: string | null;
  providerRef: string | null;
  captured: Generated<number>;
  refunded: Generated<number>;
  disputed: Generated<number>;
  reinstated: Generated<number>;
  failed: Generated<boolean>;
  seenPending: Generated<boolean>;
  manual: string | null;
  confirmedAt: Instant | null;
  invoiceId: string | null;
  closed: Generated<boolean>;
  problem: Generated<string>;
  status: Generated<string>;
  counted: Generated<number>;
}

export interface PlansTable {
  number: number;
  name: string;
  description: Generated<string>;
  maxUsers: number;
  maxLocations: number;
  monthlyCost: number;
  smsCost: number;
  extraUserCost: number | null;
  extraLocationCost: number | null;
  id: Generated<string>;
}

export interface PrintJobsTable {
  companyId: string;
  id: string;
  deviceId: string | null;
  locationId: string;
  typeId: string | null;
  templateId: string | null;
  language: string;
  document: Json;
  title: string;
  causeKind: string;
  causeKey: string;
  copy: Generated<number>;
  part: Generated<number>;
  parts: number | null;
  state: Generated<string>;
  shortId: string;
  token: string | null;
  tries: Generated<number>;
  refusedMedia: Generated<string[]>;
  code: Generated<string>;
  reason: Generated<string>;
  createdBy: string | null;
  createdAt: Instant;
  handedAt: Instant | null;
  settledAt: Instant | null;
  expiresAt: Instant;
}

export interface ProductVatRatesTable {
  companyId: string;
  productId: string;
  fromDay: Date_;
  rate: number;
}

export interface ProductsTable {
  companyId: string;
  id: string;
  name: string;
  barcode: Generated<string>;
  price: number;
  vatRate: number | null;
  hasKey: Generated<boolean>;
  isActive: Generated<boolean>;
  createdAt: Defaulted<Instant>;
}

export interface ProfilePicturesTable {
  companyId: string;
  userId: string;
  fileId: string;
  position: number;
}

export interface ProvedAddressesTable {
  addressHash: Buffer;
  provedAt: Instant;
}

export interface ProviderEventsTable {
  provider: string;
  eventId: string;
  type: string;
  orderRef: string | null;
  transactionRef: string | null;
  refundRef: string | null;
  receivedAt: Instant;
  dueAt: Instant | null;
  tries: Generated<number>;
  outcome: Generated<string>;
}

export interface PushKeysTable {
  onlyOne: Generated<boolean>;
  publicKey: string;
  privateKey: Buffer;
  createdAt: Instant;
}

export interface PushMessagesTable {
  id: string;
  companyId: string;
  reminderId: string;
  subscriptionId: string;
}

export interface PushSubscriptionsTable {
  id: string;
  userId: string;
  tokenHash: Buffer;
  token: Buffer;
  userAgent: Generated<string>;
  createdAt: Instant;
  host: Generated<string>;
}

export interface ReceiptLinesTable {
  companyId: string;
  receiptId: string;
  position: number;
  visitId: string | null;
  eventId: string | null;
  name: string;
  locationId: string | null;
  calendarId: string | null;
  day: Date_;
  amount: number;
  vatRate: number | null;
  kind: string;
  quantity: number;
  unitPrice: number;
  refunded: Generated<number>;
  refReceiptId: string | null;
  refPosition: number | null;
  productId: string | null;
  discountPercent: number | null;
  partLine: Generated<number>;
}

export interface ReceiptPaymentsTable {
  companyId: string;
  receiptId: string;
  position: number;
  method: string;
  amount: number;
  given: number | null;
  change: number | null;
}

export interface ReceiptSellersTable {
  companyId: string;
  name: Generated<string>;
  address: Generated<string>;
  registration: Generated<string>;
  vatId: Generated<string>;
  vatRegime: Generated<string>;
}

export interface ReceiptsTable {
  companyId: string;
  id: string;
  visitId: string | null;
  locationId: string | null;
  day: Date_;
  amount: number;
  currency: Generated<string>;
  refundsId: string | null;
  userId: string | null;
  createdAt: Instant;
  contactId: string | null;
  registerId: string | null;
  sessionId: string | null;
  number: number | null;
  seller: Json | null;
  deviceNumber: string | null;
  startedAt: Instant | null;
}

export interface RecoveryCodesTable {
  userId: string;
  codeHash: Buffer;
  usedAt: Instant | null;
}

export interface ReminderRunsTable {
  isOnly: Generated<boolean>;
  doneUntil: Instant;
}

export interface RemindersTable {
  companyId: string;
  id: string;
  userId: string;
  type: string;
  text: string;
  link: Generated<string>;
  createdAt: Instant;
  visitedAt: Instant | null;
}

export interface RemovedFilesTable {
  key: string;
  removedAt: Defaulted<Instant>;
}

export interface ReportFactsTable {
  companyId: string | null;
  subject: string | null;
  day: Date_ | null;
  locationId: string | null;
  calendarId: string | null;
  number: number | null;
  amount: number | null;
  completed: number | null;
}

export interface RestoredPeopleTable {
  companyId: string;
  id: string;
  logIn: string;
  firstName: Generated<string>;
  lastName: Generated<string>;
  language: Generated<string>;
  calendarId: string | null;
  belongings: Json;
}

export interface RestoresTable {
  id: string;
  state: Generated<string>;
  fileName: string;
  size: number;
  pieces: Generated<number>;
  progress: Generated<number>;
  companyName: Generated<string>;
  madeBy: string | null;
  madeByName: Generated<string>;
  notifiedIn: string | null;
  createdAt: Instant;
  endedAt: Instant | null;
  problem: Generated<string>;
  problemAbout: Generated<string>;
  report: Json | null;
  files: Generated<string[]>;
  administrator: Generated<string>;
  restoredTo: string | null;
  leaseUntil: Instant | null;
  attempts: Generated<number>;
}

export interface RouteBindsTable {
  routeId: string;
  holder: string;
  heldUntil: Instant;
}

export interface RouteTokensTable {
  routeId: string;
  secondAt: Defaulted<Instant>;
  secondUsed: Generated<number>;
  hourAt: Defaulted<Instant>;
  hourUsed: Generated<number>;
  dayAt: Defaulted<Instant>;
  dayUsed: Generated<number>;
}

export interface RoutesTable {
  id: string;
  pauses: Generated<number>;
  pausedSince: Instant | null;
  pausedUntil: Instant | null;
  pausedReason: Generated<string>;
  refusesAll: Generated<boolean>;
  notifiedAt: Instant | null;
}

export interface SearchChangesTable {
  id: Generated<number>;
  companyId: string;
  userId: string | null;
}

export interface SearchDocumentsTable {
  companyId: string;
  userId: string;
  locationId: string;
  document: string;
  sortName: string;
  placeName: string;
  latitude: number | null;
  longitude: number | null;
}

export interface SearchVocabularyTable {
  word: string;
}

export interface SecondFactorsTable {
  userId: string;
  secret: Buffer;
  lastStep: Generated<number>;
  createdAt: Instant;
  confirmedAt: Instant | null;
}

export interface SellerTable {
  id: string;
  name: Generated<string>;
  address: Generated<string>;
  registration: Generated<string>;
  vatId: Generated<string>;
  iban: Generated<string>;
  bic: Generated<string>;
  timeZone: Generated<string>;
  vatRate: number | null;
  dueDays: Generated<number>;
}

export interface SellerVatRatesTable {
  fromDay: Date_;
  rate: number;
}

export interface ServerSecretsTable {
  name: string;
  value: Buffer;
}

export interface ServiceCategoriesTable {
  companyId: string;
  id: string;
  name: string;
  position: Generated<number>;
}

export interface ServiceOptionsTable {
  companyId: string;
  id: string;
  serviceId: string;
  kind: string;
  name: string;
  minutes: Generated<number>;
  price: Generated<number>;
  vatRate: number | null;
  position: number;
  maxCount: Generated<number>;
  isActive: Generated<boolean>;
}

export interface ServicePeopleTable {
  companyId: string;
  serviceId: string;
  calendarId: string;
  locationId: string | null;
  minutes: number | null;
  price: number | null;
  id: Generated<string>;
}

export interface ServiceVatRatesTable {
  companyId: string;
  serviceId: string;
  fromDay: Date_;
  rate: number;
}

export interface ServicesTable {
  companyId: string;
  id: string;
  name: string;
  description: Generated<string>;
  minutes: number;
  price: Generated<number>;
  bufferBefore: Generated<number>;
  bufferAfter: Generated<number>;
  noticeMinutes: number | null;
  horizonDays: number | null;
  isActive: Generated<boolean>;
  position: Generated<number>;
  categoryId: string | null;
  vatRate: number | null;
  colour: Generated<string>;
  pictureId: string | null;
  pauseStart: number | null;
  pauseMinutes: number | null;
  cancelHours: number | null;
  reminderLeads: number[] | null;
}

export interface SessionsTable {
  id: string;
  tokenHash: Buffer;
  userId: string;
  companyId: string;
  locationId: string | null;
  remembered: Generated<boolean>;
  address: Generated<string>;
  userAgent: Generated<string>;
  createdAt: Instant;
  activeAt: Instant;
  expiresAt: Instant;
  lockedAt: Instant | null;
  impersonatorId: string | null;
  returnTo: string | null;
}

export interface SettingsTable {
  id: Generated<string>;
  key: string;
  value: string;
  type: string;
  group: string;
}

export interface SignInChallengesTable {
  hash: Buffer;
  purpose: string;
  userId: string | null;
  content: Defaulted<Json>;
  expiresAt: Instant;
}

export interface SmsFundsNoticesTable {
  companyId: string;
  notifiedAt: Instant;
}

export interface SmsGatewaysTable {
  id: string;
  key: string;
  host: string;
  port: Generated<number>;
  ssl: Generated<boolean>;
  timeOut: Generated<number>;
  useDefaultCredentials: Generated<boolean>;
  userName: Generated<string>;
  password: Buffer | null;
  isDefault: Generated<boolean>;
  createdAt: Defaulted<Instant>;
  kind: Generated<string>;
  sender: Generated<string>;
  domain: Generated<string>;
  preset: Generated<string>;
  method: Generated<string>;
  path: Generated<string>;
  headers: Generated<string>;
  body: Generated<string>;
  idPath: Generated<string>;
  receiptIdPath: Generated<string>;
  receiptStatusPath: Generated<string>;
  deliveredValues: Generated<string>;
  undeliveredValues: Generated<string>;
  inboundFromPath: Generated<string>;
  inboundTextPath: Generated<string>;
  hookSecret: Buffer | null;
  purposes: Generated<string[]>;
  position: Generated<number>;
  maxConnections: Generated<number>;
  perSecond: number | null;
  perHour: number | null;
  perDay: number | null;
  systemType: Generated<string>;
  sourceTon: Generated<string>;
  sourceNpi: Generated<string>;
  dataCoding: Generated<string>;
  messageIds: Generated<string>;
  windowSize: Generated<number>;
}

export interface SmsMessagesTable {
  id: string;
  companyId: string | null;
  locationId: string | null;
  visitId: string | null;
  fromSms: Generated<string>;
  toSms: string;
  typed: Generated<string>;
  subject: string;
  message: string;
  createdAt: Instant;
  words: Generated<string>;
}

export interface SmsTemplatesTable {
  id: string;
  companyId: string | null;
  key: string;
  language: string;
  message: string;
  fromSms: Generated<string>;
  toSms: Generated<string>;
  changedAt: Instant;
}

export interface SmtpSettingsTable {
  id: string;
  key: string;
  host: string;
  port: Generated<number>;
  ssl: Generated<boolean>;
  timeOut: Generated<number>;
  useDefaultCredentials: Generated<boolean>;
  userName: Generated<string>;
  password: Buffer | null;
  isDefault: Generated<boolean>;
  createdAt: Defaulted<Instant>;
  purposes: Generated<string[]>;
  position: Generated<number>;
  maxConnections: Generated<number>;
  perSecond: number | null;
  perHour: number | null;
  perDay: number | null;
}

export interface SuppressionsTable {
  address: string;
  evidence: string;
  createdAt: Defaulted<Instant>;
  id: Generated<string>;
  reason: string;
  times: Generated<number>;
  expiresAt: Instant | null;
  companyId: string | null;
  medium: string;
  purpose: string | null;
  deliveryId: string | null;
}

export interface SystemLogsTable {
  id: string;
  createdAt: Instant;
  serverName: string;
  categoryName: string;
  priority: number;
  severity: string;
  title: string;
  message: string;
  formattedMessage: string;
  words: Generated<string>;
}

export interface TableSettingsTable {
  id: string;
  name: string;
  isSync: Generated<boolean>;
  isAudit: Generated<boolean>;
}

export interface ThrottlesTable {
  key: string;
  windowStart: Instant;
  attempts: Generated<number>;
}

export interface TillBasketsTable {
  companyId: string;
  id: string;
  registerId: string;
  contactId: string | null;
  lines: Json;
  discount: Generated<number>;
  revision: Generated<number>;
  userId: string | null;
  createdAt: Defaulted<Instant>;
  updatedAt: Defaulted<Instant>;
  discountPercent: number | null;
}

export interface TillDeviceNumbersTable {
  companyId: string;
  id: string;
  receiptId: string;
  previous: string;
  number: string;
  userId: string | null;
  createdAt: Instant;
}

export interface TillJournalTable {
  companyId: string;
  registerId: string;
  entry: number;
  kind: string;
  subjectId: string;
  at: Instant;
  previousHash: Buffer;
  hash: Buffer;
}

export interface TillMovesTable {
  companyId: string;
  id: string;
  sessionId: string;
  kind: string;
  amount: number;
  reason: string;
  userId: string | null;
  createdAt: Instant;
}

export interface TillPlacesTable {
  companyId: string;
  locationId: string;
  country: string;
  mode: string;
}

export interface TillRegistersTable {
  companyId: string;
  registerId: string;
  lastNumber: Generated<number>;
  lastZ: Generated<number>;
  lastEntry: Generated<number>;
  lastHash: Generated<Buffer>;
}

export interface TillSessionsTable {
  companyId: string;
  id: string;
  registerId: string;
  locationId: string;
  openedAt: Instant;
  openedBy: string | null;
  openingCash: number;
  closedAt: Instant | null;
  closedBy: string | null;
  countedCash: number | null;
  zNumber: number | null;
  z: Json | null;
}

export interface TransactionsTable {
  companyId: string;
  id: string;
  kind: string;
  cause: string;
  step: number;
  createdAt: Instant;
}

export interface TurnsTable {
  queue: string;
  laneKey: string;
  nextDue: Instant;
  servedAt: Defaulted<Instant>;
}

export interface TypePrintersTable {
  companyId: string;
  typeId: string;
  locationId: string;
  deviceId: string;
}

export interface UnclearReportsTable {
  id: string;
  createdAt: Instant;
  mailbox: string;
  sender: string;
  subject: string;
  reason: string;
  message: string;
}

export interface UnitPricesTable {
  companyId: string;
  kind: string;
  valid: string;
  price: number;
  currency: Generated<string>;
}

export interface UnmatchedReceiptsTable {
  id: string;
  gatewayId: string;
  providerRef: Generated<string>;
  deliveryId: string | null;
  state: string;
  answer: Generated<string>;
  createdAt: Instant;
}

export interface UsageTable {
  companyId: string;
  id: string;
  kind: string;
  sourceId: string;
  amount: number;
  currency: Generated<string>;
  day: Date_;
  createdAt: Instant;
}

export interface UsedCaptchasTable {
  answerHash: Buffer;
  expiresAt: Instant;
}

export interface UserActionsTable {
  companyId: string;
  userId: string;
  actionId: string;
}

export interface UserAgreementsTable {
  userId: string;
  kind: string;
  language: string;
  version: number;
  agreedAt: Instant;
}

export interface UserAuditsTable {
  id: string;
  createdAt: Instant;
  companyId: string | null;
  userId: string | null;
  userName: string;
  actorName: string;
  text: string;
  address: Generated<string>;
  words: Generated<string>;
}

export interface UserDevicesTable {
  companyId: string;
  userId: string;
  kind: string;
  deviceId: string;
}

export interface UserGroupsTable {
  companyId: string;
  userId: string;
  groupId: string;
}

export interface UserIdentitiesTable {
  provider: string;
  subject: string;
  userId: string;
  eMail: Generated<string>;
  createdAt: Instant;
}

export interface UserPagesTable {
  companyId: string;
  userId: string;
  pageId: string;
}

export interface UsersTable {
  id: string;
  logIn: string;
  passwordHash: string | null;
  firstName: Generated<string>;
  lastName: Generated<string>;
  languageId: string | null;
  isPushNotificationsEnabled: Generated<boolean>;
  sessionActiveMinutes: Generated<number>;
  eMailVerifiedAt: Instant | null;
  createdAt: Defaulted<Instant>;
}

export interface VisitPartOptionsTable {
  companyId: string;
  visitId: string;
  eventId: string;
  position: number;
  optionId: string | null;
  kind: string;
  name: string;
  count: Generated<number>;
  minutes: number;
  price: number;
  vatRate: number | null;
}

export interface VisitPartsTable {
  companyId: string;
  visitId: string;
  eventId: string;
  position: Generated<number>;
  serviceId: string | null;
  serviceName: Generated<string>;
  minutes: number;
  price: Generated<number>;
  currency: Generated<string>;
  vatRate: number | null;
  bufferBefore: Generated<number>;
  bufferAfter: Generated<number>;
  pauseStart: number | null;
  pauseMinutes: number | null;
}

export interface VisitorSignInsTable {
  id: string;
  addressHash: Buffer;
  tokenHash: Buffer | null;
  eMail: Generated<string>;
  createdAt: Instant;
  expiresAt: Instant;
}

export interface VisitsTable {
  companyId: string;
  id: string;
  locationId: string | null;
  contactId: string | null;
  startAt: Instant;
  endAt: Instant;
  timeZone: string;
  day: Date_;
  name: Generated<string>;
  eMail: Generated<string>;
  phoneNumber: Generated<string>;
  language: Generated<string>;
  status: string;
  source: string;
  sendSms: Generated<boolean>;
  heldUntil: Instant | null;
  holdTokenHash: Buffer | null;
  holderHash: Buffer | null;
  cancelHours: number | null;
  endedBy: string | null;
  endedAt: Instant | null;
  endReason: Generated<string>;
  isLate: Generated<boolean>;
  calendarUid: string;
  sequence: Generated<number>;
  notified: Json | null;
  notifying: Json | null;
  eMailReminderSentAt: Instant | null;
  smsReminderSentAt: Instant | null;
  requestedAt: Instant | null;
  createdAt: Defaulted<Instant>;
  updatedAt: Defaulted<Instant>;
  cameThrough: string | null;
  undoBy: string | null;
  undoUntil: Instant | null;
  undoFacts: string | null;
  remindFrom: Instant | null;
  anyPerson: Generated<boolean>;
}

export interface ZoneRulesTable {
  zone: string;
  starts: Instant[];
  seconds: number[];
  offsets: string[];
}

export interface ZoneRulesVersionTable {
  isOnly: Generated<boolean>;
  version: string;
  writtenAt: Defaulted<Instant>;
}

export interface Schema {
  accounts: AccountsTable;
  actionLinks: ActionLinksTable;
  actions: ActionsTable;
  announcements: AnnouncementsTable;
  appointments: AppointmentsTable;
  audienceFacts: AudienceFactsTable;
  automaticPapers: AutomaticPapersTable;
  backupSchedules: BackupSchedulesTable;
  backups: BackupsTable;
  bannerVisits: BannerVisitsTable;
  banners: BannersTable;
  billing: BillingTable;
  billingProfiles: BillingProfilesTable;
  bookRuns: BookRunsTable;
  bounceMailboxes: BounceMailboxesTable;
  bounceReadings: BounceReadingsTable;
  breaks: BreaksTable;
  calendars: CalendarsTable;
  campaignDays: CampaignDaysTable;
  campaignFacts: CampaignFactsTable;
  campaignLinks: CampaignLinksTable;
  campaignRecipients: CampaignRecipientsTable;
  campaignVisits: CampaignVisitsTable;
  campaigns: CampaignsTable;
  closedDays: ClosedDaysTable;
  companies: CompaniesTable;
  companyTerms: CompanyTermsTable;
  consents: ConsentsTable;
  contactCalendars: ContactCalendarsTable;
  contactLocations: ContactLocationsTable;
  contactMerges: ContactMergesTable;
  contactTags: ContactTagsTable;
  contacts: ContactsTable;
  countsByCompanyDay: CountsByCompanyDayTable;
  countsByDay: CountsByDayTable;
  countsByLocationDay: CountsByLocationDayTable;
  countsByMonth: CountsByMonthTable;
  dataAudits: DataAuditsTable;
  dateOverrides: DateOverridesTable;
  deletedRecords: DeletedRecordsTable;
  deliveries: DeliveriesTable;
  deliveryAttempts: DeliveryAttemptsTable;
  deposits: DepositsTable;
  deviceApplications: DeviceApplicationsTable;
  deviceLogs: DeviceLogsTable;
  devicePackages: DevicePackagesTable;
  deviceStates: DeviceStatesTable;
  devices: DevicesTable;
  dirtyDays: DirtyDaysTable;
  dunning: DunningTable;
  emailMessages: EmailMessagesTable;
  emailTemplates: EmailTemplatesTable;
  employeeLocations: EmployeeLocationsTable;
  employees: EmployeesTable;
  entries: EntriesTable;
  estimates: EstimatesTable;
  eventFigures: EventFiguresTable;
  events: EventsTable;
  feedback: FeedbackTable;
  feeds: FeedsTable;
  files: FilesTable;
  geolocations: GeolocationsTable;
  groupActions: GroupActionsTable;
  groupPages: GroupPagesTable;
  groups: GroupsTable;
  holds: HoldsTable;
  idempotencyKeys: IdempotencyKeysTable;
  importRefs: ImportRefsTable;
  imports: ImportsTable;
  inboundMessages: InboundMessagesTable;
  invitationActions: InvitationActionsTable;
  invitationLocations: InvitationLocationsTable;
  invoiceFiles: InvoiceFilesTable;
  invoiceLineUsage: InvoiceLineUsageTable;
  invoiceLines: InvoiceLinesTable;
  invoiceLinks: InvoiceLinksTable;
  invoiceSeries: InvoiceSeriesTable;
  invoiceSettlements: InvoiceSettlementsTable;
  invoiceVat: InvoiceVatTable;
  invoices: InvoicesTable;
  jobAskers: JobAskersTable;
  jobs: JobsTable;
  languages: LanguagesTable;
  legalTexts: LegalTextsTable;
  listingTypes: ListingTypesTable;
  locations: LocationsTable;
  marketingSettings: MarketingSettingsTable;
  menuItems: MenuItemsTable;
  messageContents: MessageContentsTable;
  messageTemplates: MessageTemplatesTable;
  openFacts: OpenFactsTable;
  openInvoices: OpenInvoicesTable;
  openingHours: OpeningHoursTable;
  outsideAccounts: OutsideAccountsTable;
  outsideCalendars: OutsideCalendarsTable;
  outsideObjects: OutsideObjectsTable;
  outsideRounds: OutsideRoundsTable;
  outsideTimes: OutsideTimesTable;
  outsideWritten: OutsideWrittenTable;
  pages: PagesTable;
  passkeys: PasskeysTable;
  paymentAttempts: PaymentAttemptsTable;
  paymentMoves: PaymentMovesTable;
  payments: PaymentsTable;
  plans: PlansTable;
  printJobs: PrintJobsTable;
  productVatRates: ProductVatRatesTable;
  products: ProductsTable;
  profilePictures: ProfilePicturesTable;
  provedAddresses: ProvedAddressesTable;
  providerEvents: ProviderEventsTable;
  pushKeys: PushKeysTable;
  pushMessages: PushMessagesTable;
  pushSubscriptions: PushSubscriptionsTable;
  receiptLines: ReceiptLinesTable;
  receiptPayments: ReceiptPaymentsTable;
  receiptSellers: ReceiptSellersTable;
  receipts: ReceiptsTable;
  recoveryCodes: RecoveryCodesTable;
  reminderRuns: ReminderRunsTable;
  reminders: RemindersTable;
  removedFiles: RemovedFilesTable;
  reportFacts: ReportFactsTable;
  restoredPeople: RestoredPeopleTable;
  restores: RestoresTable;
  routeBinds: RouteBindsTable;
  routeTokens: RouteTokensTable;
  routes: RoutesTable;
  searchChanges: SearchChangesTable;
  searchDocuments: SearchDocumentsTable;
  searchVocabulary: SearchVocabularyTable;
  secondFactors: SecondFactorsTable;
  seller: SellerTable;
  sellerVatRates: SellerVatRatesTable;
  serverSecrets: ServerSecretsTable;
  serviceCategories: ServiceCategoriesTable;
  serviceOptions: ServiceOptionsTable;
  servicePeople: ServicePeopleTable;
  serviceVatRates: ServiceVatRatesTable;
  services: ServicesTable;
  sessions: SessionsTable;
  settings: SettingsTable;
  signInChallenges: SignInChallengesTable;
  smsFundsNotices: SmsFundsNoticesTable;
  smsGateways: SmsGatewaysTable;
  smsMessages: SmsMessagesTable;
  smsTemplates: SmsTemplatesTable;
  smtpSettings: SmtpSettingsTable;
  suppressions: SuppressionsTable;
  systemLogs: SystemLogsTable;
  tableSettings: TableSettingsTable;
  throttles: ThrottlesTable;
  tillBaskets: TillBasketsTable;
  tillDeviceNumbers: TillDeviceNumbersTable;
  tillJournal: TillJournalTable;
  tillMoves: TillMovesTable;
  tillPlaces: TillPlacesTable;
  tillRegisters: TillRegistersTable;
  tillSessions: TillSessionsTable;
  transactions: TransactionsTable;
  turns: TurnsTable;
  typePrinters: TypePrintersTable;
  unclearReports: UnclearReportsTable;
  unitPrices: UnitPricesTable;
  unmatchedReceipts: UnmatchedReceiptsTable;
  usage: UsageTable;
  usedCaptchas: UsedCaptchasTable;
  userActions: UserActionsTable;
  userAgreements: UserAgreementsTable;
  userAudits: UserAuditsTable;
  userDevices: UserDevicesTable;
  userGroups: UserGroupsTable;
  userIdentities: UserIdentitiesTable;
  userPages: UserPagesTable;
  users: UsersTable;
  visitPartOptions: VisitPartOptionsTable;
  visitParts: VisitPartsTable;
  visitorSignIns: VisitorSignInsTable;
  visits: VisitsTable;
  zoneRules: ZoneRulesTable;
  zoneRulesVersion: ZoneRulesVersionTable;
}
