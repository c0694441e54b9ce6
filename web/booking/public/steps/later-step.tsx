// The steps after choosing a time. The week calendar shows them in a dialog.
import { DetailsStep } from './details-step.tsx';
import { ConfirmedStep, ExpiredStep } from './end-steps.tsx';
import { HeldStep } from './held-step.tsx';
import type { Booking } from './use-booking.ts';

export function LaterStep({ booking }: { booking: Booking }) {
  switch (booking.step) {
    case 'details':
      return <DetailsStep booking={booking} />;
    case 'held':
      return <HeldStep booking={booking} />;
    case 'confirmed':
      return <ConfirmedStep booking={booking} />;
    case 'expired':
      return <ExpiredStep booking={booking} />;
    case 'choose':
      return null;
  }
}
