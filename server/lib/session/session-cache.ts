// Per-process session cache (up to 1 s), cleared on any rights change.
import type { Services } from '#server/lib/context.ts';

/** The cache is cleared beyond this many entries. */
const maxEntries = 10_000;

export class SessionCache<T> {
  #entries = new Map<string, { value: T; until: number }>();
  #times = 0;
  readonly #lasts: number;

  /** @param lifetimeMs bounds the age of entries whose change was not notified; 0 disables the cache. */
  constructor(lifetimeMs: number) {
    this.#lasts = lifetimeMs;
  }

  /**
   * Returns the cached value, or the result of `read`; the latter is not cached if anything changed while it was read.
   */
  async get(key: string, read: () => Promise<T | undefined>): Promise<T | undefined> {
    const entry = this.#entries.get(key);
    if (entry && performance.now() < entry.until) return entry.value;
    const generation = this.#times;
    const until = performance.now() + this.#lasts;
    const value = await read();
    if (value !== undefined && this.#lasts > 0 && generation === this.#times) {
      if (this.#entries.size >= maxEntries) this.#entries.clear();
      this.#entries.set(key, { value, until });
    }
    return value;
  }

  /** Removes one entry, or all. */
  forget(key?: string): void {
    this.#times++;
    if (key === undefined) this.#entries.clear();
    else this.#entries.delete(key);
  }
}

const caches = new WeakMap<object, SessionCache<unknown>>();

/**
 * The cache of a process. PostgreSQL notifies it of every change of sessions, rights and memberships
 * (server/identity/sql/notify-rights-change.sql); after a change of its own, the process clears the cache before the
 * call answers (serve.ts).
 */
export function sessionCache<T>({ database, live, config }: Services): SessionCache<T> {
  let cache = caches.get(database);
  if (!cache) {
    const made = new SessionCache<unknown>(config.sessionMemoryMs);
    live.listen('daybook_changes', (notice) => {
      // An empty notice: some may have been missed.
      if (notice === '' || notice.includes('"rights"')) made.forget();
    });
    caches.set(database, made);
    cache = made;
  }
  return cache as SessionCache<T>; // Only session.ts calls this, always with one type.
}
