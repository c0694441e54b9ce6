// Limits of the doors of programs that ask again and again, counted in the memory of a process: a poll must cost no
// query.
import type { Clock } from '#server/lib/context.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { networkOf } from './throttle.ts';

/**
 * Requests of one key in a minute, where a door sets no other limit. A printer polls once a second at most, and also
 * when something happens to it.
 */
export const maxPerKey = 240;
/** Keys that do not exist, from one network in a minute: each costs a query. */
export const maxUnknown = 60;

/** Beyond this many subjects in a minute, the counts of all begin again. */
const maxSubjects = 100_000;

export class DoorLimits {
  readonly #clock: Clock;
  readonly #maxPerKey: number;
  #minute = 0;
  #counts = new Map<string, number>();

  constructor(clock: Clock, limit: number = maxPerKey) {
    this.#clock = clock;
    this.#maxPerKey = limit;
  }

  /** Counts a request with a valid key. Throws 429. */
  countKey(id: string): void {
    if (this.#add(`key ${id}`) > this.#maxPerKey) throw this.#tooMany();
  }

  /** Throws 429 for a network that has shown too many keys that do not exist. */
  checkNetwork(address: string): void {
    this.#turn();
    if ((this.#counts.get(`network ${networkOf(address)}`) ?? 0) >= maxUnknown) throw this.#tooMany();
  }

  /** Counts a key that does not exist. */
  countUnknown(address: string): void {
    this.#add(`network ${networkOf(address)}`);
  }

  #add(subject: string): number {
    this.#turn();
    const count = (this.#counts.get(subject) ?? 0) + 1;
    if (this.#counts.size >= maxSubjects) this.#counts.clear();
    this.#counts.set(subject, count);
    return count;
  }

  #turn(): void {
    const minute = Math.floor(this.#clock.now().epochMilliseconds / 60_000);
    if (minute === this.#minute) return;
    this.#minute = minute;
    this.#counts.clear();
  }

  #tooMany(): Refusal {
    const left = (this.#minute + 1) * 60_000 - this.#clock.now().epochMilliseconds;
    return new Refusal(429, 'error.tooMany', { retryAfter: Math.max(1, Math.ceil(left / 1_000)) });
  }
}
