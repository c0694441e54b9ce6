// The state of a message, in words as well as colour.
import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DeliveryState } from '#contract/messaging/deliveries.ts';

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

export function DeliveryStateBadge({ state }: { state: DeliveryState }) {
  const { t } = useTranslation();
  return (
    <Badge variant="dot" color={colours[state]} tt="none" fw={500}>
      {t(`grid.option.state.${state}`)}
    </Badge>
  );
}
