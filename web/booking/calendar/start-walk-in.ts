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
  /** Undefined for a person who works alone. */
  person: string | undefined;
  zone: string;
  locationId: string | undefined;
}

/** Resolves to false if the server asks, and the person declines. */
export async function startWalkIn({ service, offer, person, zone, locationId }: NewWalkIn): Promise<boolean> {
  const { calendarId, minutes, price, optionIds, isNow } = offer;
  // The menu may have been open for a while.
  const start = isNow ? wholeStep(now()) : offer.start;
  const named = service ? { serviceId: service.id, optionIds, price } : { title: i18next.t('desk.walkIn') };
  const parts = [{ ...named, calendarId, minutes, start }];
  const saved = await saveVisit({ isWalkIn: true, locationId, parts }, { zone });
  if (!saved) return false;
  const undo = {
    label: i18next.t('visits.undo'),
    run: () => void attempt(i18next.t('calendar.notUndone'), () => undoNew(saved, false)),
  };
  const times = `${timeOf(saved.start, zone)} – ${timeOf(saved.end, zone)}`;
  const what = [service?.name, person, times].filter(Boolean).join(', ');
  toast('success', i18next.t('desk.walkInSaved', { what }), undo);
  return true;
}
