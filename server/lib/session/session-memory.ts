// What a process remembers of sessions for a moment, so that not every call reads them: forgotten at once when anything changes.
import type { House } from '#server/lib/context.ts';

/** More than are active at a time; beyond it everything is read anew. */
const most = 10_000;

export class SessionMemory<T> {
  #kept = new Map<string, { value: T; until: number }>();
  #times = 0;
  readonly #lasts: number;

  /** @param lasts milliseconds, for what no notice tells; 0 remembers nothing. */
  constructor(lasts: number) {
    this.#lasts = lasts;
  }

  /** What is remembered, or what `read` finds; the latter is kept unless something changed while it was read. */
  async get(key: string, read: () => Promise<T | undefined>): Promise<T | undefined> {
    const kept = this.#kept.get(key);
    if (kept && performance.now() < kept.until) return kept.value;
    const begun = this.#times;
    const until = performance.now() + this.#lasts;
    const value = await read();
    if (value !== undefined && this.#lasts > 0 && begun === this.#times) {
      if (this.#kept.size >= most) this.#kept.clear();
      this.#kept.set(key, { value, until });
    }
    return value;
  }

  /** Forgets one, or all. */
  forget(key?: string): void {
    this.#times++;
    if (key === undefined) this.#kept.clear();
    else this.#kept.delete(key);
  }
}

const memories = new WeakMap<object, SessionMemory<unknown>>();

/**
 * The memory of a process. Sessions, rights and memberships that change anywhere are told by PostgreSQL (migration 0015); what this
 * process changes itself is forgotten before the call that changed it answers (serve.ts).
 */
export function sessionMemory<T>({ database, live, config }: House): SessionMemory<T> {
  let memory = memories.get(database);
  if (!memory) {
    const made = new SessionMemory<unknown>(config.sessionMemoryMs);
    live.listen('daybook_changes', (notice) => {
      // An empty one: some may have been missed.
      if (notice === '' || notice.includes('"rights"')) made.forget();
    });
    memories.set(database, made);
    memory = made;
  }
  return memory as SessionMemory<T>; // Only session.ts asks, always for the same.
}
