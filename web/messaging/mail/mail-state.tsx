// The state of an e-mail, in words as well as colour.
import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { mailStates } from '#contract/messaging/mail.ts';

const colours = { queued: 'gray', sending: 'gray', sent: 'green', failed: 'red', uncertain: 'orange', kept: 'gray' };

export function MailState({ state }: { state: (typeof mailStates)[number] }) {
  const { t } = useTranslation();
  return (
    <Badge variant="dot" color={colours[state]} tt="none" fw={500}>
      {t(`grid.option.state.${state}`)}
    </Badge>
  );
}
