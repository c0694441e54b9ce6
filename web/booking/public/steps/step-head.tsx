// The heading of a booking step. It takes the focus when the step begins: screen readers then announce it.
import { IconArrowLeft } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { headingFace } from '#web/lib/heading-face.ts';
import classes from './booking-card.module.css';

export function StepHead({ title, onBack }: { title: string; onBack?: () => void }) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div className={classes.stepHead}>
      {onBack && (
        <button type="button" className={classes.back} aria-label={t('booking.back')} onClick={onBack}>
          <IconArrowLeft size={20} />
        </button>
      )}
      <h2 ref={heading} tabIndex={-1} className={classes.stepTitle} {...headingFace(title)}>
        {title}
      </h2>
    </div>
  );
}
