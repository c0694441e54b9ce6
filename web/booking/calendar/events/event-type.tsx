// Icon and name of an event type, which distinguish it without colour.
import {
  IconAlertTriangle,
  IconBan,
  IconCalendarEvent,
  IconCheck,
  IconHelpCircle,
  IconNote,
  type TablerIcon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { EventType } from '#contract/booking/calendar.ts';
import classes from './event-type.module.css';

const icons: Record<EventType, TablerIcon> = {
  primary: IconCalendarEvent,
  success: IconCheck,
  info: IconHelpCircle,
  warning: IconAlertTriangle,
  danger: IconBan,
  inverse: IconNote,
};

export function TypeIcon({ type, size = 14 }: { type: EventType; size?: number }) {
  const Icon = icons[type];
  return <Icon size={size} stroke={2} aria-hidden="true" className={classes.icon} />;
}

/** A swatch with the type's colour and icon. */
export function TypeSwatch({ type }: { type: EventType }) {
  return (
    <span className={classes.swatch} data-event-type={type}>
      <TypeIcon type={type} size={13} />
    </span>
  );
}

export function TypeLabel({ type }: { type: EventType }) {
  const { t } = useTranslation();
  return <>{t(`calendar.type.${type}`)}</>;
}
