// Visitors who book on and on while the database changes its server, as the booking page does, and what each was told.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BuiltEmployee } from '#server/testing/build/business.ts';

export interface Bookings {
  /** Ids of visits whose hold, and whose confirmation, was acknowledged, with the address of the visitor. */
  held: Map<string, string>;
  confirmed: Map<string, string>;
  /** How often each status was answered; 0: no answer. */
  statuses: Map<number, number>;
  /** Moments of acknowledged changes (ms, of `performance`). */
  moments: number[];
  stop(): Promise<void>;
}

interface Visitor {
  eMail: string;
  key: string;
  start: Temporal.Instant;
}

/** A pause between two bookings of one visitor (ms). */
const pause = 2_000;

/** One visitor at a time for each employee, whose next free time they take. */
export function startBookings(url: () => string, employees: readonly BuiltEmployee[]): Bookings {
  const stopped = new AbortController();
  const found = { held: new Map(), confirmed: new Map(), statuses: new Map<number, number>(), moments: [] as number[] };

  async function post(path: string, body: object, headers: Record<string, string> = {}) {
    try {
      const answer = await fetch(`${url()}/api/publiccalendars/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(30_000),
      });
      found.statuses.set(answer.status, (found.statuses.get(answer.status) ?? 0) + 1);
      return { status: answer.status, json: answer.ok ? await answer.json() : undefined };
    } catch {
      found.statuses.set(0, (found.statuses.get(0) ?? 0) + 1);
      return { status: 0, json: undefined };
    }
  }

  /** Repeats while the server is away, with the same key. Returns undefined for a refusal. */
  async function insist(path: string, body: object, headers?: Record<string, string>) {
    for (;;) {
      const { status, json } = await post(path, body, headers);
      if (status === 200) {
        found.moments.push(performance.now());
        return json as { Id: string; Token: string };
      }
      if (status !== 503 && status !== 0 && status !== 500) return undefined;
      await sleep(500);
    }
  }

  async function book(employee: BuiltEmployee, { eMail, key, start }: Visitor): Promise<void> {
    const request = {
      LocationUrlName: employee.locationUrlName,
      UserUrlName: employee.urlName,
      Start: start.toString(),
      End: start.add({ minutes: 15 }).toString(),
      Name: 'Mara',
      EMail: eMail,
    };
    const hold = await insist('InsertEvent', request, { 'idempotency-key': key });
    if (!hold) return;
    found.held.set(hold.Id, eMail);
    const confirmed = await insist('ConfirmEvent', { Id: hold.Id, Token: hold.Token });
    if (confirmed) found.confirmed.set(hold.Id, eMail);
  }

  const first = Temporal.Now.instant().round({ smallestUnit: 'hour' }).add({ hours: 24 });
  const visitors = employees.map(async (employee, index) => {
    for (let n = 0; !stopped.signal.aborted; n++) {
      const start = first.add({ minutes: 15 * n });
      await book(employee, { eMail: `visitor-${index}-${n}@example.org`, key: randomUUID(), start });
      await sleep(pause, undefined, { signal: stopped.signal }).catch(() => {});
    }
  });
  return {
    ...found,
    async stop() {
      stopped.abort();
      await Promise.all(visitors);
    },
  };
}
