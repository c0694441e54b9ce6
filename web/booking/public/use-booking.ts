// Books for a visitor: holds a time, then confirms or releases the hold.
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BookableService, type Profile, publicCalendars, type Slot } from '#contract/booking/public.ts';
import { CallError, call } from '#web/lib/client/client.ts';
import { focusFirstWrong } from '#web/lib/forms/first-wrong.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import { type Details, emptyDetails, type Flow, initialFlow, reduceFlow } from './booking-flow.ts';
import { createIdempotencyKeys } from './idempotency-key.ts';
import { clearHold, loadHold, storeHold } from './stored-hold.ts';

/** The id of the form in which the visitor's details are typed. */
export const detailsForm = 'booking-details';

export interface ProfileAddress {
  locationUrlName: string;
  userUrlName: string;
}

export interface Booking {
  profileAddress: ProfileAddress;
  profile: Profile;
  /** The location's zone, used for all times. */
  zone: string;
  /** The service to book; undefined if none is selected or needed. */
  service: BookableService | undefined;
  flow: Flow;
  /** Messages by field. */
  errors: Partial<Record<keyof Details, string>>;
  /** Why the last step failed. The visitor can retry it. */
  problem: string | undefined;
  isBusy: boolean;
  type(details: Partial<Details>): void;
  pick(slot: Slot): void;
  back(): void;
  /** Holds the selected time, or the given one. */
  hold(slot?: Slot): Promise<void>;
  confirmHold(): Promise<void>;
  releaseHold(): Promise<void>;
  expire(): void;
}

export function useBooking(
  profileAddress: ProfileAddress,
  profile: Profile,
  service: BookableService | undefined,
): Booking {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [flow, dispatch] = useReducer(reduceFlow, undefined, () => resumeFlow(profileAddress));
  const [errors, setErrors] = useState<Booking['errors']>({});
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [keys] = useState(createIdempotencyKeys);

  const refetch = () => queries.invalidateQueries({ predicate: ({ queryKey }) => isSlotQuery(queryKey[0]) });

  /** Runs one step at a time. Shows failures and lets the visitor retry. */
  const runStep = async (act: () => Promise<void>) => {
    if (isBusy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await act();
    } catch (error) {
      setProblem(errorMessage(error, t));
    } finally {
      setBusy(false);
    }
  };

  const refuse = (detailErrors: Booking['errors']) => {
    setErrors(detailErrors);
    focusFirstWrong(document.getElementById(detailsForm));
  };

  const hold = async (slot = flow.slot) => {
    if (!slot) return;
    const { details } = flow;
    const wrong = validateBy<Details>(publicCalendars.insertEvent)(details);
    if (Object.keys(wrong).length > 0) return refuse(wrong);
    setErrors({});
    await runStep(async () => {
      const { phoneNumber } = details;
      const request = {
        ...profileAddress,
        ...slot,
        ...details,
        serviceId: service?.id,
        phoneNumber: phoneNumber.trim() || undefined,
        sendSms: details.sendSms && phoneNumber.trim() !== '',
      };
      const headers = { 'idempotency-key': keys.keyFor(request) };
      try {
        const held = await call(publicCalendars.insertEvent, request, { headers, handlesErrors: true });
        storeHold(profileAddress, { hold: held, details, serviceId: service?.id });
        dispatch({ to: 'held', hold: held });
        keys.reset();
        void refetch();
      } catch (error) {
        if (!(error instanceof CallError) || (error.status !== 417 && error.status !== 409)) throw error;
        keys.reset();
        const conflict = error.messages.find(({ key }) => key === 'Start');
        if (conflict) {
          if (slot !== flow.slot) dispatch({ to: 'picked', slot });
          dispatch({ to: 'refused', refusal: { message: conflict.message, nearest: nearestIn(error.body) } });
          void refetch();
        } else if (
          !applyMessages({ getValues: () => details, setErrors: refuse }, error, publicCalendars.insertEvent)
        ) {
          throw error;
        }
      }
    });
  };

  const callWithHold = (operation: typeof publicCalendars.confirmEvent | typeof publicCalendars.deleteEvent) => {
    const { id, token } = flow.hold ?? { id: '', token: '' };
    return call(operation, { id, token }, { handlesErrors: true });
  };

  const confirmHold = () =>
    runStep(async () => {
      try {
        await callWithHold(publicCalendars.confirmEvent);
        dispatch({ to: 'confirmed' });
      } catch (error) {
        if (!(error instanceof CallError) || error.status !== 404) throw error;
        dispatch({ to: 'expired' });
      }
      clearHold(profileAddress);
      void refetch();
    });

  const releaseHold = () =>
    runStep(async () => {
      try {
        await callWithHold(publicCalendars.deleteEvent);
        dispatch({ to: 'released' });
      } catch (error) {
        // Confirmed in another tab; the e-mail is on its way.
        if (!(error instanceof CallError) || error.status !== 409) throw error;
        dispatch({ to: 'confirmed' });
      }
      clearHold(profileAddress);
      void refetch();
    });

  const moveTo = (next: Parameters<typeof dispatch>[0]) => {
    setProblem(undefined);
    setErrors({});
    dispatch(next);
  };

  return {
    profileAddress,
    profile,
    zone: profile.timeZone ?? 'UTC',
    service,
    flow,
    errors,
    problem,
    isBusy,
    type: (details) => {
      setErrors((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !(field in details))));
      dispatch({ to: 'typed', details });
    },
    pick: (slot) => moveTo({ to: 'picked', slot }),
    back: () => moveTo({ to: 'back' }),
    hold,
    confirmHold,
    releaseHold,
    expire: () => {
      clearHold(profileAddress);
      dispatch({ to: 'expired' });
      void refetch();
    },
  };
}

/** Restores this tab's unexpired hold with the employee, else starts from the beginning. */
function resumeFlow(profileAddress: ProfileAddress): Flow {
  const stored = loadHold(profileAddress);
  const flow = initialFlow({ ...emptyDetails, ...stored?.details });
  return stored ? reduceFlow(flow, { to: 'held', hold: stored.hold }) : flow;
}

const slotPaths: unknown[] = [
  publicCalendars.getSlots.path,
  publicCalendars.getFirstFree.path,
  publicCalendars.getEvents.path,
];
const isSlotQuery = (path: unknown) => slotPaths.includes(path);

/** Returns the nearest free slots from a rejection of `Start`. */
function nearestIn(body: unknown): Slot[] {
  // A 417 body is a list; the server adds `Nearest`.
  const [first] = body as { Nearest?: { Start: string; End: string }[] }[];
  return (first?.Nearest ?? []).map(({ Start, End }) => ({ start: Start, end: End }));
}

function errorMessage(error: unknown, t: TFunction): string {
  if (!(error instanceof CallError)) return t('error.unexpected');
  if (error.status === 0) return t('error.offline');
  return error.message || t('error.unexpected');
}
