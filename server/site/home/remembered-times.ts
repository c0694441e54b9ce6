// The free times that lists showed within the last minute, for each process.
import type { Context } from '#server/lib/context.ts';

/** How long found times are reused (ms). */
const lifetime = 60_000;
/** The memory is cleared beyond this many entries. */
const maxEntries = 50_000;

interface Entry {
  companyId: string;
  times: string[];
  at: number;
}

class RememberedTimes {
  readonly #entries = new Map<string, Entry>();
  readonly #keys = new Map<string, Set<string>>();
  /** The number of the last change of each company, while something is read; and of the last one of all. */
  readonly #changes = new Map<string, number>();
  #lastOfAll = 0;
  #count = 0;

  /** Returns undefined for an unknown or expired entry, and when its first time has passed. */
  find(key: string, now: number): string[] | undefined {
    const entry = this.#entries.get(key);
    if (!entry || now < entry.at || now >= entry.at + lifetime) return undefined;
    const [first] = entry.times;
    return first && Temporal.Instant.from(first).epochMilliseconds < now ? undefined : entry.times;
  }

  store(key: string, companyId: string, times: string[], at: number): void {
    if (this.#entries.size >= maxEntries) this.#clear();
    this.#entries.set(key, { companyId, times, at });
    const keys = this.#keys.get(companyId);
    if (keys) keys.add(key);
    else this.#keys.set(companyId, new Set([key]));
  }

  /** Returns a function that says whether nothing of a company has changed since. */
  watch(): (companyId: string) => boolean {
    const since = this.#count;
    return (companyId) => this.#lastOfAll <= since && (this.#changes.get(companyId) ?? 0) <= since;
  }

  /** Forgets the times of a company, or all. */
  forget(companyId: string | undefined): void {
    this.#count++;
    if (companyId === undefined) {
      this.#lastOfAll = this.#count;
      this.#clear();
      return;
    }
    this.#changes.set(companyId, this.#count);
    for (const key of this.#keys.get(companyId) ?? []) this.#entries.delete(key);
    this.#keys.delete(companyId);
  }

  #clear(): void {
    this.#entries.clear();
    this.#keys.clear();
    this.#changes.clear();
    this.#lastOfAll = this.#count;
  }
}

const memories = new WeakMap<object, RememberedTimes>();

/** The memory of this process. PostgreSQL notifies it of every change of a calendar's events. */
export function rememberedTimes({ database, live }: Pick<Context, 'database' | 'live'>): RememberedTimes {
  let memory = memories.get(database);
  if (!memory) {
    const made = new RememberedTimes();
    live.listen('daybook_changes', (payload) => {
      // An empty notice: some may have been missed.
      if (payload === '') return made.forget(undefined);
      if (!payload.includes('"events"')) return;
      const { companyId } = JSON.parse(payload) as { companyId?: string };
      made.forget(companyId);
    });
    memories.set(database, made);
    memory = made;
  }
  return memory;
}
