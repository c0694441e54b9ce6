// The state of a message, in words as well as colour.
import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DeliveryState } from '#contract/messaging/deliveries.ts';
import type { media } from '#contract/messaging/problems.ts';
import classes from './delivery-state.module.css';

const colours: Record<DeliveryState, string> = {
  queued: 'gray',
  sending: 'gray',
  sent: 'green',
  delivered: 'green',
  undelivered: 'red',
  failed: 'red',
  uncertain: 'orange',
  expired: 'orange',
  suppressed: 'gray',
  held: 'orange',
  cancelled: 'gray',
  kept: 'gray',
};

type Medium = (typeof media)[number];

interface Props {
  state: DeliveryState;
  medium?: Medium;
}

export function DeliveryStateBadge({ state, medium = 'mail' }: Props) {
  const words = useStateWords()(state, medium);
  return (
    <Badge
      variant="dot"
      color={colours[state]}
      tt="none"
      fw={500}
      classNames={{ root: classes.state, label: classes.words }}
    >
      {words}
    </Badge>
  );
}

/** The words for a state: only a mail comes back, and a message that no route takes names what is missing. */
export function useStateWords(): (state: DeliveryState, medium?: Medium) => string {
  const { t } = useTranslation();
  return (state, medium = 'mail') => {
    if (medium !== 'mail' && state === 'undelivered') return t('list.smsmessages.option.state.undelivered');
    if (medium === 'sms' && state === 'kept') return t('list.smsmessages.option.state.kept');
    return t(`grid.option.state.${state}`);
  };
}
