// Books for a visitor: holds a time, then confirms or releases the hold.
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useEffect, useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BookableService, type Profile, publicCalendars, type Slot } from '#contract/booking/public.ts';
import type { ConsentChannel } from '#contract/customers/consent.ts';
import { addressPartOf, servicesInput } from '#web/booking/public/services/services-in-a-row.ts';
import { CallError, call } from '#web/lib/client/client.ts';
import { createIdempotencyKeys } from '#web/lib/client/idempotency-keys.ts';
import { instantOf, now } from '#web/lib/dates.ts';
import { focusFirstWrong } from '#web/lib/forms/first-wrong.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import {
  type Details,
  emptyDetails,
  type Flow,
  reduceFlow,
  type Step,
  type StepEntry,
  stepAt,
} from './booking-flow.ts';
import { useBookingHistory } from './booking-history.ts';
import { cameThrough } from './came-through.ts';
import { clearDetails, clearHold, loadDetails, type StoredHold, storeDetails, storeHold } from './stored-hold.ts';

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
  /** The services to book, one after the other; empty if none is selected or needed. */
  services: readonly BookableService[];
  flow: Flow;
  step: Step;
  /** The chosen time, from the step after choosing it on. */
  slot: Slot | undefined;
  /** Of a confirmed booking: where the e-mail went. */
  mailedTo: string;
  /** Messages by field. */
  errors: Partial<Record<keyof Details, string>>;
  /** Why the last step failed. The visitor can retry it. */
  problem: string | undefined;
  isBusy: boolean;
  type(details: Partial<Details>): void;
  pick(slot: Slot): void;
  /** Goes one step back, as the browser's Back does. */
  back(): void;
  /** Goes back to the choice of a time. */
  leave(): void;
  /** Holds the selected time, or the given one. */
  hold(slot?: Slot): Promise<void>;
  /** Confirms, and agrees to advertising by these channels. */
  confirmHold(consents: ConsentChannel[]): Promise<void>;
  releaseHold(): Promise<void>;
  expire(): void;
}

export function useBooking(
  profileAddress: ProfileAddress,
  profile: Profile,
  services: readonly BookableService[],
  /** The hold to continue with, from before a reload. */
  stored: StoredHold | undefined,
): Booking {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const history = useBookingHistory();
  const [flow, dispatch] = useReducer(reduceFlow, undefined, () => resumeFlow(profileAddress, stored));
  const [errors, setErrors] = useState<Booking['errors']>({});
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [keys] = useState(createIdempotencyKeys);

  // Only a hold of a visitor who opens the page again: the entries of this visit say their step.
  const resumed = stored && !history.entry ? heldEntry(stored) : undefined;
  const [isResuming, setResuming] = useState(resumed !== undefined);
  const entry = isResuming && resumed ? resumed : history.entry;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the page opens.
  useEffect(() => {
    if (resumed) history.replace(resumed, { service: stored?.service });
    setResuming(false);
  }, []);

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

  const hold = async (slot = entry?.slot) => {
    if (!slot || !entry) return;
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
        ...servicesInput(services),
        phoneNumber: phoneNumber.trim() || undefined,
        sendSms: details.sendSms && phoneNumber.trim() !== '',
        via: cameThrough(),
      };
      const text = JSON.stringify(request);
      const goOn = () => {
        if (entry.step === 'held') return history.replace({ ...entry, slot });
        if (slot !== entry.slot) history.replace({ ...entry, slot });
        history.push({ step: 'held', slot });
      };
      if (flow.hold && flow.heldRequest === text && isCurrent(flow.hold)) return goOn();
      if (flow.hold) await release();
      const headers = { 'idempotency-key': keys.keyFor(request) };
      try {
        const held = await call(publicCalendars.insertEvent, request, { headers, handlesErrors: true });
        storeHold(profileAddress, { hold: held, service: addressPartOf(services), request: text });
        dispatch({ to: 'held', hold: held, request: text });
        keys.reset();
        goOn();
        void refetch();
      } catch (error) {
        if (!(error instanceof CallError) || (error.status !== 417 && error.status !== 409)) throw error;
        keys.reset();
        const conflict = error.messages.find(({ key }) => key === 'Start');
        if (conflict) {
          if (slot !== entry.slot) history.replace({ ...entry, slot });
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

  const holdKey = () => {
    const { id, token } = flow.hold ?? { id: '', token: '' };
    return { id, token };
  };

  /** Releases the hold for another one; confirmed in another tab, it stays. */
  const release = async () => {
    await call(publicCalendars.deleteEvent, holdKey(), { handlesErrors: true }).catch((error: unknown) => {
      if (!(error instanceof CallError) || error.status !== 409) throw error;
    });
    clearHold(profileAddress);
  };

  const showConfirmed = () => {
    if (entry) history.leave({ step: 'confirmed', slot: entry.slot, eMail: flow.details.eMail });
    clearDetails(profileAddress);
    dispatch({ to: 'confirmed' });
  };

  const confirmHold = (consents: ConsentChannel[]) =>
    runStep(async () => {
      try {
        await call(publicCalendars.confirmEvent, { ...holdKey(), consents }, { handlesErrors: true });
        showConfirmed();
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
        await call(publicCalendars.deleteEvent, holdKey(), { handlesErrors: true });
        history.leave();
        dispatch({ to: 'released' });
      } catch (error) {
        // Confirmed in another tab; the e-mail is on its way.
        if (!(error instanceof CallError) || error.status !== 409) throw error;
        showConfirmed();
      }
      clearHold(profileAddress);
      void refetch();
    });

  const clearProblems = () => {
    setProblem(undefined);
    setErrors({});
  };

  return {
    profileAddress,
    profile,
    zone: profile.timeZone ?? 'UTC',
    services,
    flow,
    step: stepAt(entry, flow),
    slot: entry?.slot,
    mailedTo: entry?.eMail ?? '',
    errors,
    problem,
    isBusy,
    type: (details) => {
      setErrors((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !(field in details))));
      storeDetails(profileAddress, { ...flow.details, ...details });
      dispatch({ to: 'typed', details });
    },
    pick(slot) {
      clearProblems();
      dispatch({ to: 'picked' });
      history.push({ step: 'details', slot });
    },
    back() {
      clearProblems();
      history.back();
    },
    leave() {
      clearProblems();
      history.leave();
    },
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

/** Starts with this tab's unexpired hold with the employee, and with what was typed before. */
function resumeFlow(profileAddress: ProfileAddress, stored: StoredHold | undefined): Flow {
  const details = { ...emptyDetails, ...loadDetails(profileAddress) };
  return { details, hold: stored?.hold, heldRequest: stored?.request };
}

function heldEntry({ hold: { start, end } }: StoredHold): StepEntry {
  return { step: 'held', slot: { start, end }, depth: 0 };
}

const isCurrent = ({ heldUntil }: { heldUntil: string }) => Temporal.Instant.compare(instantOf(heldUntil), now()) > 0;

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
