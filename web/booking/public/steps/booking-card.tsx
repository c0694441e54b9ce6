// The booking card, one step at a time: service, day, time, details, confirmation.
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BookableService } from '#contract/booking/public.ts';
import { ChosenServices, ServiceList } from '#web/booking/public/services/service-list.tsx';
import { addressPartOf, servicesToAdd } from '#web/booking/public/services/services-in-a-row.ts';
import classes from './booking-card.module.css';
import { ChooseTime } from './choose-time.tsx';
import { LazyLaterStep, loadLaterStep } from './lazy-later-step.tsx';
import { StepHead } from './step-head.tsx';
import type { Booking } from './use-booking.ts';

interface BookingCardProps {
  booking: Booking;
  day: string | undefined;
  /** The time to choose, if it is still free. `onDay` forgets it. */
  time?: string | undefined;
  onDay(day: string): Promise<void>;
  onServices(services: readonly BookableService[]): void;
  /** As the address names them. */
  onOptions(options: string | undefined): void;
  /** The choice of the person, above the times. */
  choosePerson?: ReactNode;
  /** The same above the services, where a person is chosen first. */
  chosenFirst?: ReactNode;
  /** Whether a service can follow the chosen ones; by default, all can. */
  canAdd?: (service: BookableService) => boolean;
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
          <LazyLaterStep booking={props.booking} />
        </Suspense>
      )}
    </section>
  );
}

function ChooseStep({
  booking,
  day,
  time,
  onDay,
  onServices,
  onOptions,
  choosePerson,
  chosenFirst,
  canAdd = () => true,
}: BookingCardProps) {
  const { t } = useTranslation();
  const { profile, services, flow } = booking;
  const [isAdding, setAdding] = useState(false);
  const toAdd = servicesToAdd(profile.services, services).filter(canAdd);
  const isChoosing = profile.services.length > 0 && services.length === 0;
  const title = isAdding ? 'booking.addService' : isChoosing ? 'booking.chooseService' : 'booking.chooseTime';
  const heading = useRef<HTMLHeadingElement>(null);
  const state = `${isAdding} ${addressPartOf(services) ?? ''}`;
  const shownState = useRef(state);
  useEffect(() => {
    if (shownState.current === state) return;
    shownState.current = state;
    // The button that was pressed is gone, and the focus with it.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [state]);
  return (
    <>
      {isAdding ? (
        <StepHead title={t(title)} onBack={() => setAdding(false)} />
      ) : (
        <h2 ref={heading} tabIndex={-1} className={classes.stepTitle}>
          {t(title)}
        </h2>
      )}
      <p role="status" className={flow.isReleased ? classes.released : 'unseen'}>
        {flow.isReleased ? t('booking.letGone') : ''}
      </p>
      {isChoosing && chosenFirst}
      {isAdding || isChoosing ? (
        <ServiceList
          services={isAdding ? toAdd : profile.services}
          onChoose={(service) => {
            setAdding(false);
            onServices([...services, service]);
          }}
        />
      ) : (
        <>
          {services.length > 0 && (
            <ChosenServices
              services={services}
              onChange={profile.services.length > 1 ? () => onServices([]) : undefined}
              onRemove={(removed) => onServices(services.filter((_, index) => index !== removed))}
              onOptions={onOptions}
              onAdd={toAdd.length > 0 ? () => setAdding(true) : undefined}
            />
          )}
          {choosePerson}
          <ChooseTime
            key={`${addressPartOf(services) ?? 'none'} ${booking.openAddress.userUrlName}`}
            booking={booking}
            day={day}
            time={time}
            onDay={onDay}
          />
        </>
      )}
    </>
  );
}
