// What a process remembers of sessions for a moment, so that not every call reads them: forgotten at once when anything changes.
import type { Services } from '#server/lib/context.ts';

/** More than are active at a time; beyond it everything is read anew. */
const maxEntries = 10_000;

export class SessionCache<T> {
  #entries = new Map<string, { value: T; until: number }>();
  #times = 0;
  readonly #lasts: number;

  /** @param lifetimeMs milliseconds, for what no notice tells; 0 remembers nothing. */
  constructor(lifetimeMs: number) {
    this.#lasts = lifetimeMs;
  }

  /** What is remembered, or what `read` finds; the latter is kept unless something changed while it was read. */
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

  /** Forgets one, or all. */
  forget(key?: string): void {
    this.#times++;
    if (key === undefined) this.#entries.clear();
    else this.#entries.delete(key);
  }
}

const caches = new WeakMap<object, SessionCache<unknown>>();

/**
 * The memory of a process. Sessions, rights and memberships that change anywhere are told by PostgreSQL (migration 0015); what this
 * process changes itself is forgotten before the call that changed it answers (serve.ts).
 */
export function sessionCache<T>({ database, live, config }: Services): SessionCache<T> {
  let cache = caches.get(database);
  if (!cache) {
    const made = new SessionCache<unknown>(config.sessionMemoryMs);
    live.listen('daybook_changes', (notice) => {
      // An empty one: some may have been missed.
      if (notice === '' || notice.includes('"rights"')) made.forget();
    });
    caches.set(database, made);
    cache = made;
  }
  return cache as SessionCache<T>; // Only session.ts asks, always for the same.
}
