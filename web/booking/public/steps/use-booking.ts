// Books for a visitor: holds a time, then confirms or releases the hold.
import { useQueryClient } from '@tanstack/react-query';
import { useReducer, useState } from 'react';
import { publicLocations } from '#contract/booking/business-page.ts';
import {
  type OpenAddress,
  type Profile,
  type ProfileAddress,
  publicCalendars,
  type Slot,
} from '#contract/booking/public.ts';
import type { ConsentChannel } from '#contract/customers/consent.ts';
import type { ChosenService } from '#web/booking/public/services/chosen-options.ts';
import { createIdempotencyKeys } from '#web/lib/client/idempotency-keys.ts';
import { focusFirstWrong } from '#web/lib/forms/first-wrong.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import type { BookingContext, DetailErrors } from './booking-context.ts';
import {
  type BookingStep,
  emptyDetails,
  type Flow,
  type HeldTime,
  reduceFlow,
  stepAt,
  type VisitorDetails,
} from './booking-flow.ts';
import { useBookingHistory } from './booking-history.ts';
import { confirmHold } from './confirm-hold.ts';
import { holdTime } from './hold-time.ts';
import { releaseHold } from './release-hold.ts';
import { clearHold, loadDetails, type StoredHold, storeDetails } from './stored-hold.ts';
import { useResumedEntry } from './use-resumed-entry.ts';
import { useStepRunner } from './use-step-runner.ts';

/** The id of the form in which the visitor's details are typed. */
export const detailsForm = 'booking-details';

/** The part of a profile that a booking needs; a business has one of its own. */
export type BookedProfile = Pick<
  Profile,
  | 'name'
  | 'companyName'
  | 'phoneNumber'
  | 'location'
  | 'timeZone'
  | 'services'
  | 'confirmsRequests'
  | 'requestHours'
  | 'mail'
  | 'offersSmsReminders'
  | 'offersSmsNews'
>;

export interface Booking {
  profileAddress: ProfileAddress;
  /** The address to book at: that of the person, or of anyone at the location. */
  openAddress: OpenAddress;
  /** The visitor books with anyone. */
  isAnyone: boolean;
  profile: BookedProfile;
  /** The location's zone, used for all times. */
  zone: string;
  /** The services to book, one after the other; empty if none is selected or needed. */
  services: readonly ChosenService[];
  flow: Flow;
  step: BookingStep;
  /** The chosen time, from the step after choosing it on. */
  slot: Slot | undefined;
  /** The time that is held or was confirmed, with its person and price. */
  held: HeldTime | undefined;
  /** Of a confirmed booking: where the e-mail went. */
  mailedTo: string;
  /** Of the last step: no link has to be opened. */
  isConfirmed: boolean;
  errors: DetailErrors;
  /** Why the last step failed. The visitor can retry it. */
  problem: string | undefined;
  isBusy: boolean;
  type(details: Partial<VisitorDetails>): void;
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
  profile: BookedProfile,
  services: readonly ChosenService[],
  /** `stored`: the hold to continue with, from before a reload. `person`: the one to book, if not that of the address. */
  { stored, isAnyone, person }: { stored: StoredHold | undefined; isAnyone: boolean; person?: string | undefined },
): Booking {
  const queries = useQueryClient();
  const history = useBookingHistory();
  const [flow, dispatch] = useReducer(reduceFlow, undefined, () => resumeFlow(profileAddress, stored));
  const [errors, setErrors] = useState<DetailErrors>({});
  const [keys] = useState(createIdempotencyKeys);
  const entry = useResumedEntry(history, stored);
  const { isBusy, problem, clearProblem, runStep } = useStepRunner();

  const { locationUrlName } = profileAddress;
  const openAddress = isAnyone
    ? { locationUrlName }
    : { locationUrlName, userUrlName: person ?? profileAddress.userUrlName };
  const refetch = () => void queries.invalidateQueries({ predicate: ({ queryKey }) => isSlotQuery(queryKey[0]) });
  const refetchServices = () =>
    void queries.invalidateQueries({ predicate: ({ queryKey }) => servicePaths.includes(queryKey[0]) });
  const showErrors = (detailErrors: DetailErrors) => {
    setErrors(detailErrors);
    focusFirstWrong(document.getElementById(detailsForm));
  };
  const context: BookingContext = {
    ...{ profileAddress, openAddress, services, flow, dispatch, history, entry, keys },
    ...{ showErrors, refetch, refetchServices },
  };
  const clearProblems = () => {
    clearProblem();
    setErrors({});
  };

  return {
    profileAddress,
    openAddress,
    isAnyone,
    profile,
    zone: profile.timeZone ?? 'UTC',
    services,
    flow,
    step: stepAt(entry, flow),
    slot: entry?.slot,
    held: flow.hold ?? entry?.held,
    mailedTo: entry?.eMail ?? '',
    isConfirmed: entry?.isConfirmed ?? false,
    errors,
    problem,
    isBusy,
    type(details) {
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
    async hold(slot = entry?.slot) {
      if (!slot || !entry) return;
      const wrong = validateBy<VisitorDetails>(publicCalendars.insertEvent)(flow.details);
      if (Object.keys(wrong).length > 0) return showErrors(wrong);
      setErrors({});
      await runStep(() => holdTime(context, entry, slot));
    },
    confirmHold: (consents) => runStep(() => confirmHold(context, consents)),
    releaseHold: () => runStep(() => releaseHold(context)),
    expire() {
      clearHold(profileAddress);
      dispatch({ to: 'expired' });
      refetch();
    },
  };
}

/** Starts with this tab's unexpired hold with the employee, and with what was typed before. */
function resumeFlow(profileAddress: ProfileAddress, stored: StoredHold | undefined): Flow {
  const details = { ...emptyDetails, ...loadDetails(profileAddress) };
  return { details, hold: stored?.hold, heldRequest: stored?.request };
}

const slotPaths: unknown[] = [
  publicCalendars.getSlots.path,
  publicCalendars.getFirstFree.path,
  publicCalendars.getEvents.path,
];
const isSlotQuery = (path: unknown) => slotPaths.includes(path);
const servicePaths: unknown[] = [publicCalendars.getProfile.path, publicLocations.getPage.path];
