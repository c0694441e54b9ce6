// The booking card, one step at a time: service, day, time, details, confirmation.
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { BookableService } from '#contract/booking/public.ts';
import classes from './booking-card.module.css';
import { ChooseTime } from './choose-time.tsx';
import { ChosenService, ServiceList } from './service-list.tsx';
import type { Booking } from './use-booking.ts';

// The later steps load when pointer or focus reaches the card.
const loadLaterStep = () => import('./later-step.tsx').then(({ LaterStep }) => ({ default: LaterStep }));
const LaterStep = lazy(loadLaterStep);

interface BookingCardProps {
  booking: Booking;
  day: string | undefined;
  onDay(day: string): void;
  onService(service: BookableService | undefined): void;
}

export function BookingCard(props: BookingCardProps) {
  const { t } = useTranslation();
  return (
    <section
      className={classes.card}
      aria-label={t('booking.book')}
      onPointerEnter={loadLaterStep}
      onFocus={loadLaterStep}
    >
      {props.booking.step === 'choose' ? (
        <ChooseStep {...props} />
      ) : (
        <Suspense>
          <LaterStep booking={props.booking} />
        </Suspense>
      )}
    </section>
  );
}

function ChooseStep({ booking, day, onDay, onService }: BookingCardProps) {
  const { t } = useTranslation();
  const { profile, service, flow } = booking;
  const isChoosingService = profile.services.length > 0 && !service;
  return (
    <>
      <h2 className={classes.stepTitle}>{t(isChoosingService ? 'booking.chooseService' : 'booking.chooseTime')}</h2>
      <p role="status" className={flow.isReleased ? classes.released : 'unseen'}>
        {flow.isReleased ? t('booking.letGone') : ''}
      </p>
      {isChoosingService ? (
        <ServiceList services={profile.services} onChoose={onService} />
      ) : (
        <>
          {service && (
            <ChosenService
              service={service}
              onChange={profile.services.length > 1 ? () => onService(undefined) : undefined}
            />
          )}
          <ChooseTime key={service?.id ?? 'none'} booking={booking} day={day} onDay={onDay} />
        </>
      )}
    </>
  );
}
