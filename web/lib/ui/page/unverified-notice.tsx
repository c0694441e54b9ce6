// Says that an e-mail address is not verified yet, with a button that sends it a link.
import { Alert, Button } from '@mantine/core';
import { IconMailQuestion } from '@tabler/icons-react';

interface Props {
  text: string;
  button: string;
  isSending: boolean;
  onSend(): void;
  className?: string | undefined;
}

export function UnverifiedNotice({ text, button, isSending, onSend, className }: Props) {
  return (
    <Alert color="orange" icon={<IconMailQuestion stroke={1.75} aria-hidden="true" />} className={className}>
      {text}
      <Button variant="default" size="xs" mt="xs" display="block" loading={isSending} onClick={onSend}>
        {button}
      </Button>
    </Alert>
  );
}
