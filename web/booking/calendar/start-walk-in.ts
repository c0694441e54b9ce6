// Books the walk-in that a person has chosen, and offers to undo it.
import i18next from 'i18next';
import type { DeskService } from '#contract/booking/visit-rows.ts';
import { attempt } from '#web/lib/client/failures.ts';
import { now, timeOf } from '#web/lib/dates.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { undoNew } from './event-dialog/offer-undo.ts';
import { saveVisit } from './events/save-visit.ts';
import { type WalkInOffer, wholeStep } from './walk-in-offers.ts';

export interface NewWalkIn {
  service: DeskService | undefined;
  offer: WalkInOffer;
  /** Anyone who is free now, of whom the offer names one; the server chooses. */
  isAnyone: boolean;
  /** Undefined for a person who works alone. */
  nameOf: (calendarId: string) => string | undefined;
  zone: string;
  locationId: string | undefined;
}

/** Resolves to false if the server asks, and the person declines. */
export async function startWalkIn(walkIn: NewWalkIn): Promise<boolean> {
  const { service, offer, isAnyone, nameOf, zone, locationId } = walkIn;
  const { calendarId, minutes, price, optionIds, isNow } = offer;
  // The menu may have been open for a while.
  const start = isNow ? wholeStep(now()) : offer.start;
  const named = service ? { serviceId: service.id, optionIds } : { title: i18next.t('desk.walkIn') };
  // Anyone takes the time and the price of their own.
  const own = isAnyone && service ? {} : { minutes, ...(service && { price }) };
  const parts = [{ ...named, ...own, calendarId, start }];
  const anyone = isAnyone ? { anyPerson: true } : {};
  const saved = await saveVisit({ isWalkIn: true, locationId, parts, ...anyone }, { zone });
  if (!saved) return false;
  const undo = {
    label: i18next.t('visits.undo'),
    run: () => void attempt(i18next.t('calendar.notUndone'), () => undoNew(saved, false)),
  };
  const times = `${timeOf(saved.start, zone)} – ${timeOf(saved.end, zone)}`;
  const person = nameOf(saved.parts[0]?.calendarId ?? calendarId);
  const what = [service?.name, person, times].filter(Boolean).join(', ');
  toast('success', i18next.t('desk.walkInSaved', { what }), undo);
  return true;
}
