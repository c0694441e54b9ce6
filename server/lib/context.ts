// The context passed to server functions: plain objects, no container.
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyBaseLogger } from 'fastify';
import type { Database, Db } from '#server/db/pool.ts';
import type { Config } from '#server/lib/config.ts';
import type { FileStore } from '#server/lib/files/file-store.ts';
import type { Live } from './live.ts';

export interface Clock {
  now(): Temporal.Instant;
}

/** Everything that lives as long as the process. */
export interface Services {
  config: Config;
  database: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  live: Live;
  files: FileStore;
  /** The public address of the installation, without a trailing slash. */
  publicUrl: string;
}

/** The context of a function that runs in a request or a job, inside a transaction or not. */
export interface ServiceContext extends Services {
  db: Db;
}

/** The context of one request. */
export interface Context extends ServiceContext {
  visitor: { address: string; userAgent: string; language: string };
  /** The signed-in user; on open operations only with `optionalSession` in the contract. */
  user: CurrentUser | undefined;
  cookies: {
    get(name: string): string | undefined;
    set(name: string, value: string, options: CookieSerializeOptions): void;
    clear(name: string): void;
  };
  /** A request header, by its lower-case name. */
  header(name: string): string | undefined;
}

export interface SignedIn extends Context {
  user: CurrentUser;
}

/** The session and its user, with their current company and location. */
export interface CurrentUser {
  sessionId: string;
  id: string;
  companyId: string;
  locationId: string | null;
  logIn: string;
  firstName: string;
  lastName: string;
  language: string;
  /** The user's own actions and those of their groups. */
  actions: string[];
  /** The names of the user's groups. */
  groups: string[];
  /** Routes of the pages granted to the user or their groups, in addition to those their actions open. */
  pages: string[];
  /** The installation requires a second factor of this user, who has not set one up yet. */
  lacksSecondFactor?: boolean;
  /** The session is locked: only the operations of the lock screen are callable. */
  locked: boolean;
  /** The person who acts, while they impersonate this user. */
  impersonator: { id: string; logIn: string } | null;
}
