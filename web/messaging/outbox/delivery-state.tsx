// The state of a message, in words as well as colour.
import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DeliveryState } from '#contract/messaging/deliveries.ts';
import type { media } from '#contract/messaging/problems.ts';

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

interface Props {
  state: DeliveryState;
  medium?: (typeof media)[number];
}

export function DeliveryStateBadge({ state, medium = 'mail' }: Props) {
  const { t } = useTranslation();
  // Only a mail comes back.
  const isLost = state === 'undelivered' && medium !== 'mail';
  return (
    <Badge variant="dot" color={colours[state]} tt="none" fw={500}>
      {isLost ? t('list.smsmessages.option.state.undelivered') : t(`grid.option.state.${state}`)}
    </Badge>
  );
}
