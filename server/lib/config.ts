// The settings of the process; `server/config.ts` parses them from the environment.

export const captchaProviders = ['altcha', 'turnstile', 'hcaptcha', 'recaptcha'] as const;
export type CaptchaProvider = (typeof captchaProviders)[number];

export interface S3Config {
  bucket: string;
  /** Unset: Amazon's own endpoint for the region. */
  endpoint: string | undefined;
  region: string;
  /** Unset: the machine's own credentials. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** Prefix of every key. */
  prefix: string;
}

export interface SocialSetting {
  clientId: string;
  clientSecret: string;
  /** The OpenID Connect issuer; its discovery document provides the endpoints. */
  issuer: string;
}

/** The service account of a Firebase project. */
export interface FcmSetting {
  projectId: string;
  clientEmail: string;
  privateKey: string;
  tokenUri: string;
  /** Of the service, without a trailing slash. */
  url: string;
}

export interface StripeSetting {
  secretKey: string;
  /** Of notices: two while the secret changes, none where no endpoint is set up. */
  webhookSecrets: readonly string[];
  /** Without a trailing slash. */
  apiUrl: string;
  /** The key is of Stripe's test system. */
  isTest: boolean;
}

export interface PayPalSetting {
  clientId: string;
  secret: string;
  /** Unset: notices are refused. */
  webhookId: string | undefined;
  /** Without a trailing slash. */
  apiUrl: string;
  /** The address is not that of the live system. */
  isTest: boolean;
}

/** The sender of mails without `MAIL_FROM`: receivers do not know its domain. */
export const mailFromPlaceholder = 'Daybook <no-reply@daybook.test>';

export interface Config {
  port: number;
  host: string;
  /** Whether the operator set the host. */
  isHostSet: boolean;
  dataDir: string;
  databaseUrl: string | undefined;
  databasePool: number;
  /** Where reads go, and what needs the server itself; unset: `databaseUrl`. */
  databaseAddresses: {
    /** `databaseUrl` and `read` lead to a pooler in transaction mode: connections take no settings at their start. */
    isPooled: boolean;
    read: string | undefined;
    direct: string | undefined;
  };
  /**
   * The public address, without a trailing slash; links in mails start with it. Unset: derived once the port is known.
   */
  publicUrl: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Where push services reach the operator; unset: the public address, else the sender of mails. */
  vapidSubject: string | undefined;
  /** Sends to applications that registered a plain token; unset: such tokens are refused. */
  fcm: FcmSetting | undefined;
  /** Encrypts secrets at rest; unset: a key in the data folder. */
  secretKey: string | undefined;
  /** The sites that users can sign in with. */
  social: Partial<Record<'google' | 'linkedin' | 'facebook', SocialSetting>>;
  /** Operators can do nothing until they have set up a second factor or a passkey. */
  requireSecondFactorForSys: boolean;
  /** Private hosts, addresses and ranges that settings made in the product may point to. */
  privateHosts: readonly string[];
  /** Name servers for the checks of sender domains; none: those of the system. */
  dnsServers: readonly string[];
  demo: boolean;
  logLevel: string;
  /** Addresses of proxies whose forwarded headers are trusted, or `true` for any. */
  trustProxy: string | boolean;
  map: {
    styleUrl: string;
    /** The path of a PMTiles file with street tiles, which replaces the style; unset: none. */
    tiles: string | undefined;
    latitude: number;
    longitude: number;
    /** The operator has set the place where maps begin. */
    isChosen: boolean;
  };
  /** The service that resolves addresses; `url` unset: the public instance of that kind. */
  geocoder: { kind: 'bundled' | 'nominatim' | 'photon'; url: string | undefined };
  /** Days after which entries of the system log are deleted. */
  logDays: number;
  /** Days after which the contents of messages are emptied. */
  messageDays: number;
  /** Days after which entries of the user audit and the data audit are deleted. */
  auditDays: number;
  /** Stores the bytes of files in a bucket instead of the data folder. */
  s3: S3Config | undefined;
  /** The token that `/metrics` requires; unset: it answers this machine only. */
  metricsToken: string | undefined;
  /** How long a slot is held for a visitor who has not confirmed it (minutes). */
  holdMinutes: number;
  /** The length of an appointment without a service (minutes). */
  /** Largest archive of a company that an operator can upload (MB). */
  restoreMaxMegabytes: number;
  /** How long a change to a visit can be undone before its mail leaves (seconds). */
  undoSeconds: number;
  eventMinutes: number;
  /** The providers of payments that companies can pay with; both unset: by transfer only. */
  payments: { stripe: StripeSetting | undefined; paypal: PayPalSetting | undefined };
  /** The captcha of the registration: the built-in one, or a service with its keys. */
  captcha: {
    provider: CaptchaProvider;
    siteKey: string | undefined;
    secret: string | undefined;
    verifyUrl: string | undefined;
  };
  /** The event loop delay (ms) above which new requests get 503; 0 is no limit. */
  maxDelayMs: number;
  /** How long a process caches a session of which no change was notified (ms); 0 disables the cache. */
  sessionMemoryMs: number;
  /** Requests per address and minute; 0 is no limit. */
  requestsPerMinute: number;
  /** Holds per address and minute; 0 is no limit. */
  bookingsPerMinute: number;
  /** Mails about appointments that one company may send in 24 hours. */
  mailsPerDay: number;
  /** Mails of campaigns that a newly registered company may send in 24 hours. */
  campaignMailsFirstDay: number;
}
