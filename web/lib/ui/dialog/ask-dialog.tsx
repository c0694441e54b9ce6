// Renders the confirmation dialog.
import { Button, Group, List, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useQuestion } from './ask.ts';
import { Dialog } from './dialog.tsx';

/** Rendered once, by the shell. */
export function AskDialog() {
  const { t } = useTranslation();
  const question = useQuestion();
  if (!question) return null;
  const { title, text, items = [], confirmLabel, cancelLabel, otherLabel, danger, answer } = question;
  return (
    <Dialog onClose={() => answer('cancel')} title={title} size={otherLabel ? 'md' : 'sm'} zIndex={400} centered>
      {items.length > 0 && (
        <List size="sm" mb="md" spacing={4} styles={{ item: { overflowWrap: 'anywhere' } }}>
          {items.map((item) => (
            <List.Item key={item}>{item}</List.Item>
          ))}
        </List>
      )}
      {text && <Text mb="lg">{text}</Text>}
      <Group justify="flex-end" gap="sm" data-bottom-bar>
        <Button variant="default" data-autofocus={danger || undefined} onClick={() => answer('cancel')}>
          {cancelLabel ?? t('app.cancel')}
        </Button>
        {otherLabel && (
          <Button variant="default" onClick={() => answer('other')}>
            {otherLabel}
          </Button>
        )}
        <Button
          color={danger ? 'red' : undefined}
          data-autofocus={!danger || undefined}
          onClick={() => answer('confirm')}
        >
          {confirmLabel}
        </Button>
      </Group>
    </Dialog>
  );
}
