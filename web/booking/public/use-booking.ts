// Books for a visitor: holds a time, then agrees to the mail or lets the time go.
import { useQueryClient } from '@tanstack/react-query';
import { useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BookableService, type Profile, publicCalendars, type Slot } from '#contract/booking/public.ts';
import { CallError, call } from '#web/lib/client/client.ts';
import { applyMessages } from '#web/lib/forms/form-messages.ts';
import { attemptKeys } from './attempt-key.ts';
import { type Details, type Flow, follow, noDetails, startFlow } from './booking-flow.ts';
import { complaintsAbout } from './check-details.ts';
import { forgetHold, keepHold, keptHold } from './kept-hold.ts';

export interface Whose {
  locationUrlName: string;
  userUrlName: string;
}

export interface Booking {
  whose: Whose;
  profile: Profile;
  /** The zone of the location, in which all times are meant. */
  zone: string;
  /** What is booked; undefined for an appointment without a service, or while none is chosen. */
  service: BookableService | undefined;
  flow: Flow;
  /** What is wrong with a field, in words. */
  errors: Partial<Record<keyof Details, string>>;
  /** Why the last step did not work, in words; it can be tried again. */
  problem: string | undefined;
  isBusy: boolean;
  type(details: Partial<Details>): void;
  pick(slot: Slot): void;
  back(): void;
  /** Holds the time that was picked, or another one. */
  hold(slot?: Slot): Promise<void>;
  agree(): Promise<void>;
  letGo(): Promise<void>;
  expire(): void;
}

export function useBooking(whose: Whose, profile: Profile, service: BookableService | undefined): Booking {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [flow, move] = useReducer(follow, undefined, () => resume(whose));
  const [errors, setErrors] = useState<Booking['errors']>({});
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [keys] = useState(attemptKeys);

  const refetch = () => queries.invalidateQueries({ predicate: ({ queryKey }) => isAboutTimes(queryKey[0]) });

  /** One step at a time; what goes wrong on the way to the server is told, and can be tried again. */
  const step = async (act: () => Promise<void>) => {
    if (isBusy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await act();
    } catch (error) {
      setProblem(wordsFor(error, t));
    } finally {
      setBusy(false);
    }
  };

  const hold = async (slot = flow.slot) => {
    if (!slot) return;
    const { details } = flow;
    const wrong = complaintsAbout(details);
    setErrors(Object.fromEntries(Object.entries(wrong).map(([name, code]) => [name, t(code)])));
    if (Object.keys(wrong).length > 0) return;
    await step(async () => {
      const { phoneNumber } = details;
      const wish = {
        ...whose,
        ...slot,
        ...details,
        serviceId: service?.id,
        phoneNumber: phoneNumber.trim() || undefined,
        sendSms: details.sendSms && phoneNumber.trim() !== '',
      };
      const headers = { 'idempotency-key': keys.keyFor(wish) };
      try {
        const held = await call(publicCalendars.insertEvent, wish, { headers, tellsItself: true });
        keepHold(whose, { hold: held, details, serviceId: service?.id });
        move({ to: 'held', hold: held });
        keys.answered();
        void refetch();
      } catch (error) {
        if (!(error instanceof CallError) || (error.status !== 417 && error.status !== 409)) throw error;
        keys.answered();
        const taken = error.messages.find(({ key }) => key === 'Start');
        if (taken) {
          if (slot !== flow.slot) move({ to: 'picked', slot });
          move({ to: 'refused', refused: { message: taken.message, nearest: nearestIn(error.body) } });
          void refetch();
        } else if (!applyMessages({ getValues: () => details, setErrors }, error, publicCalendars.insertEvent)) {
          throw error;
        }
      }
    });
  };

  const settle = (operation: typeof publicCalendars.confirmEvent | typeof publicCalendars.deleteEvent) => {
    const { id, token } = flow.hold ?? { id: '', token: '' };
    return call(operation, { id, token }, { tellsItself: true });
  };

  const agree = () =>
    step(async () => {
      try {
        await settle(publicCalendars.confirmEvent);
        move({ to: 'agreed' });
      } catch (error) {
        if (!(error instanceof CallError) || error.status !== 404) throw error;
        move({ to: 'expired' });
      }
      forgetHold(whose);
      void refetch();
    });

  const letGo = () =>
    step(async () => {
      try {
        await settle(publicCalendars.deleteEvent);
        move({ to: 'letGo' });
      } catch (error) {
        // Agreed in another tab: the mail is on its way.
        if (!(error instanceof CallError) || error.status !== 409) throw error;
        move({ to: 'agreed' });
      }
      forgetHold(whose);
      void refetch();
    });

  const choose = (next: Parameters<typeof move>[0]) => {
    setProblem(undefined);
    setErrors({});
    move(next);
  };

  return {
    whose,
    profile,
    zone: profile.timeZone ?? 'UTC',
    service,
    flow,
    errors,
    problem,
    isBusy,
    type: (details) => move({ to: 'typed', details }),
    pick: (slot) => choose({ to: 'picked', slot }),
    back: () => choose({ to: 'back' }),
    hold,
    agree,
    letGo,
    expire: () => {
      forgetHold(whose);
      move({ to: 'expired' });
      void refetch();
    },
  };
}

/** Where this tab was with this person: at the held time while it lasts, else at the beginning. */
function resume(whose: Whose): Flow {
  const kept = keptHold(whose);
  const flow = startFlow({ ...noDetails, ...kept?.details });
  return kept ? follow(flow, { to: 'held', hold: kept.hold }) : flow;
}

const timesPaths: unknown[] = [
  publicCalendars.getSlots.path,
  publicCalendars.getFirstFree.path,
  publicCalendars.getEvents.path,
];
const isAboutTimes = (path: unknown) => timesPaths.includes(path);

/** The nearest free times that a refusal for `Start` carries. */
function nearestIn(body: unknown): Slot[] {
  const [first] = body as { Nearest?: { Start: string; End: string }[] }[]; // A 417 is a list; the server adds `Nearest`.
  return (first?.Nearest ?? []).map(({ Start, End }) => ({ start: Start, end: End }));
}

function wordsFor(error: unknown, t: (code: string) => string): string {
  if (!(error instanceof CallError)) return t('error.unexpected');
  if (error.status === 0) return t('error.offline');
  return error.message || t('error.unexpected');
}
