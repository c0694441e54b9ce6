// The state of outside calendars: whether one is being read, and why one could not be.
import i18next from 'i18next';
import { calendars } from '#contract/booking/calendar.ts';
import {
  maxOutsideObjects,
  type OutsideAccount,
  type OutsideCalendar,
  outsideCalendars,
} from '#contract/links/outside.ts';
import { queryClient } from '#web/lib/client/query-client.ts';

/** A calendar that takes time, and was never read nor failed, is about to be read. */
export function isBeingRead({ state, calendars: all }: OutsideAccount): boolean {
  return state === 'ok' && all.some(isWaiting);
}

export function isWaiting({ reads, lastReadAt, reason }: OutsideCalendar): boolean {
  return reads && lastReadAt === null && reason === null;
}

/** Appointments are about to be written, or entries to be deleted. */
export function isBeingWritten({ state, calendars: all }: OutsideAccount): boolean {
  return state === 'ok' && all.some(({ waiting, writeReason, reason }) => waiting > 0 && !writeReason && !reason);
}

/** Why a calendar could not be read or written, with what the person can do; empty without a reason. */
export function whyNotRead({ reason, status }: Pick<OutsideCalendar, 'reason' | 'status'>): string {
  return reason ? i18next.t(`outside.why.${reason}`, { status, count: maxOutsideObjects }) : '';
}

/** Reads the accounts again, and which calendars have outside times. */
export async function refetchOutside(): Promise<void> {
  const paths = [outsideCalendars.getAll.path, outsideCalendars.getStates.path, calendars.getAllCalendars.path];
  await Promise.all(paths.map((path) => queryClient.invalidateQueries({ queryKey: [path] })));
}
