// The settings of the process as every part of the server reads them; `server/config.ts` parses them from the environment.

export const captchaProviders = ['altcha', 'turnstile', 'hcaptcha', 'recaptcha'] as const;
export type CaptchaProvider = (typeof captchaProviders)[number];

export interface S3Config {
  bucket: string;
  /** Unset: Amazon's own, in the region. */
  endpoint: string | undefined;
  region: string;
  /** Unset: what the machine itself may use. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** Stands before every key. */
  prefix: string;
}

export interface SocialSetting {
  clientId: string;
  clientSecret: string;
  /** Of OpenID Connect; its document says the rest. */
  issuer: string;
}

export interface Config {
  port: number;
  host: string;
  /** Whether the operator chose the host himself. */
  isHostSet: boolean;
  dataDir: string;
  databaseUrl: string | undefined;
  databasePool: number;
  /** Where the world finds us, without a trailing slash; links in mails begin with it. Unset: known once the port is. */
  publicUrl: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  /** What secrets at rest are encrypted with; unset: a key in the data folder. */
  secretKey: string | undefined;
  /** The sites that one may sign in with. */
  social: Partial<Record<'google' | 'linkedin' | 'facebook', SocialSetting>>;
  /** Whoever operates the installation does nothing before a second factor or a passkey is set up. */
  requireSecondFactorForSys: boolean;
  /** Hosts, addresses and ranges inside the own network that settings made in the product may lead to. */
  privateHosts: readonly string[];
  demo: boolean;
  logLevel: string;
  /** Addresses of proxies whose forwarded headers count, or `true` for any. */
  trustProxy: string | boolean;
  map: { styleUrl: string; latitude: number; longitude: number };
  /** Who is asked for addresses; `url` unset: the public instance of that kind. */
  geocoder: { kind: 'bundled' | 'nominatim' | 'photon'; url: string | undefined };
  /** Days that system logs are kept. */
  logDays: number;
  /** After so many days a line of the user audit and of the data audit is deleted. */
  auditDays: number;
  /** Where the bytes of files are kept instead of the data folder. */
  s3: S3Config | undefined;
  /** What `/metrics` asks for; unset: it answers this machine only. */
  metricsToken: string | undefined;
  /** How long a visitor's chosen time is held before he agreed to the mail. */
  holdMinutes: number;
  /** The length of an appointment without a service. */
  eventMinutes: number;
  /** Who keeps programs from registering: our own check, or a service with its keys. */
  captcha: {
    provider: CaptchaProvider;
    siteKey: string | undefined;
    secret: string | undefined;
    verifyUrl: string | undefined;
  };
  /** How far the process may lag behind (ms) before newcomers are asked to come back; 0 is no limit. */
  maxDelayMs: number;
  /** How long a process remembers a session that nobody said has changed (milliseconds); 0: not at all. */
  sessionMemoryMs: number;
  /** Requests that one address may make in a minute before it must wait; 0 is no limit. */
  requestsPerMinute: number;
  /** Holds that one address may take in a minute; 0 is no limit. */
  bookingsPerMinute: number;
}
