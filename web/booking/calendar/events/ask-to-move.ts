// The one question before an event moves: who has it then and when, what speaks against it, and whether the customer
// is told.
import i18next from 'i18next';
import { type Calendar, type CalendarEvent, calendars, type MoveQuestions } from '#contract/booking/calendar.ts';
import { call } from '#web/lib/client/client.ts';
import { now } from '#web/lib/dates.ts';
import { choose, type Question } from '#web/lib/ui/dialog/ask.ts';
import { mailWords } from '#web/messaging/mail/mail-states.ts';
import { eventHeading, eventSubtitle, formatShortTimes } from './event-text.ts';
import { nameOverlapping } from './save-event.ts';

export interface MoveContext {
  zone: string;
  /** The people whose calendars the person sees. */
  people: readonly Pick<Calendar, 'id' | 'name'>[];
  /** Reports that a question is open: no reload puts the event back meanwhile. */
  onAsking: (isAsking: boolean) => void;
}

/** New times, and the calendar if it is another one. */
type NewPlace = Pick<CalendarEvent, 'start' | 'end' | 'allDay' | 'startDate' | 'endDate'> &
  Partial<Pick<CalendarEvent, 'calendarId'>>;

/** The answer, in fields of the input that saves the event. */
interface AcceptedMove {
  notify: boolean;
  acceptOverlap: boolean;
  acceptClosed: boolean;
  acceptNotDone: boolean;
}

/** Resolves to undefined if the event is put back. Without anything to ask, there is no question. */
export async function askToMove(
  before: CalendarEvent,
  move: NewPlace,
  context: MoveContext,
): Promise<AcceptedMove | undefined> {
  context.onAsking(true);
  try {
    const found = await call(calendars.checkMove, inputOf(before, move));
    const question = await questionOf(before, move, found, context);
    const answer = question ? await choose(question) : 'confirm';
    if (answer === 'cancel') return undefined;
    return {
      notify: answer === 'confirm',
      acceptOverlap: found.overlaps,
      acceptClosed: found.isClosed,
      acceptNotDone: found.notDone.length > 0,
    };
  } finally {
    context.onAsking(false);
  }
}

/** The name of the person whose event it is; empty for a person who works alone. */
export function personOf(calendarId: string, { people }: Pick<MoveContext, 'people'>): string {
  return people.length > 1 ? (people.find(({ id }) => id === calendarId)?.name ?? '') : '';
}

/** Whether the customer of an event is told of changes: by e-mail, before the visit. */
export function hearsOfChanges({ eMail, status, end }: Pick<CalendarEvent, 'eMail' | 'status' | 'end'>): boolean {
  const isAhead = status === 'requested' || status === 'confirmed';
  return eMail !== '' && isAhead && Temporal.Instant.compare(end, now()) > 0;
}

function inputOf({ id }: CalendarEvent, move: NewPlace) {
  const { calendarId, start, end, allDay, startDate, endDate } = move;
  const dates = { startDate: startDate ?? undefined, endDate: endDate ?? undefined };
  return { id, calendarId, start, end, allDay, ...dates };
}

async function questionOf(
  before: CalendarEvent,
  move: NewPlace,
  { overlaps, others, isClosed, notDone }: MoveQuestions,
  context: MoveContext,
): Promise<Question | undefined> {
  const { t } = i18next;
  const { zone } = context;
  const event = [eventHeading(before), eventSubtitle(before)].filter(Boolean).join(', ');
  const after = { ...before, ...move };
  const isOther = after.calendarId !== before.calendarId;
  const isTold = hearsOfChanges(after);
  const name = eventHeading(before);
  const person = personOf(after.calendarId, context);
  const whose = (one: CalendarEvent) =>
    [personOf(one.calendarId, context), formatShortTimes(one, zone)].filter(Boolean).join(', ');
  const events = nameOverlapping(others, zone);
  const against = [
    overlaps && (events ? t('desk.overlapsWith', { events }) : t('calendar.overlaps')),
    isClosed && t('calendar.closed'),
    ...notDone.map((one) => t('desk.notDone', one)),
  ].filter((reason) => reason !== false);
  if (!isOther && !isTold && against.length === 0) return undefined;
  return {
    title: isOther && person ? t('team.moveTo', { event, name: person }) : t('desk.newTime', { event }),
    items: [t('desk.moveTo', { what: whose(after) }), t('desk.moveFrom', { what: whose(before) }), ...against],
    ...(isTold && {
      text: await mailWords('visit', t('desk.tellText', { name })),
      otherLabel: t('desk.saveSilently'),
    }),
    confirmLabel: t(isTold ? 'desk.saveAndTell' : 'calendar.save'),
    cancelLabel: t('calendar.putBack'),
  };
}
