// How a type of event is told apart without its colour: an icon and a word.
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

/** A swatch as events of the type look, with its icon. */
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
