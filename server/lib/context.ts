// What a server function is given: plain objects, no container.
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyBaseLogger } from 'fastify';
import type { Database, Db } from '#server/db/pool.ts';
import type { Config } from '#server/lib/config.ts';
import type { FileStore } from './files/file-store.ts';
import type { Live } from './live.ts';

export interface Clock {
  now(): Temporal.Instant;
}

/** What lives as long as the process. */
export interface Services {
  config: Config;
  database: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  live: Live;
  files: FileStore;
  /** Where the world finds us, without a trailing slash. */
  publicUrl: string;
}

/** What a function needs that may run in a request, a job or a transaction of either. */
export interface ServiceContext extends Services {
  db: Db;
}

/** One request. */
export interface Context extends ServiceContext {
  visitor: { address: string; userAgent: string; language: string };
  /** Who is signed in; on open operations only where the contract says `knowsCaller`. */
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

/** The session and its user, with the company and location he works in. */
export interface CurrentUser {
  sessionId: string;
  id: string;
  companyId: string;
  locationId: string | null;
  logIn: string;
  firstName: string;
  lastName: string;
  language: string;
  /** His own and those of his groups. */
  actions: string[];
  /** The names of his groups. */
  groups: string[];
  /** Routes of the pages granted to him or to his groups, on top of what his actions open. */
  pages: string[];
  /** The installation asks a second factor of him, and he has none yet. */
  lacksSecondFactor?: boolean;
  /** The lock screen stands before everything. */
  locked: boolean;
  /** Who really acts, when somebody acts as this user. */
  impersonator: { id: string; logIn: string } | null;
}
