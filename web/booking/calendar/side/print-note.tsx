// Prints a text for the team, such as what to order.
import { Button, Textarea, TextInput } from '@mantine/core';
import { IconNote } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { papers } from '#contract/booking/papers.ts';
import { usePrint } from '#web/devices/printing/use-print.tsx';
import { call } from '#web/lib/client/client.ts';
import { FormDialog } from '#web/lib/forms/form-dialog.tsx';
import formClasses from '#web/lib/ui/form/form.module.css';

const { title: titleField, text: textField } = papers.printNote.input.shape;

export function PrintNote() {
  const { t } = useTranslation();
  const [isOpen, open] = useState(false);
  const [note, setNote] = useState({ title: '', text: '' });
  const { print, isBusy, dialogs } = usePrint(async (place) => {
    const answer = await call(papers.printNote, { ...note, ...place });
    if (answer.job) {
      setNote({ title: '', text: '' });
      open(false);
    }
    return answer;
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconNote size={17} stroke={1.75} aria-hidden="true" />}
        onClick={() => open(true)}
      >
        {t('printing.note')}
      </Button>
      {isOpen && !dialogs && (
        <FormDialog
          title={t('printing.note')}
          confirmLabel={t('printing.print')}
          isBusy={isBusy}
          isDirty={() => note.title !== '' || note.text !== ''}
          onSubmit={(event) => {
            event.preventDefault();
            print();
          }}
          onClose={() => open(false)}
        >
          <div className={formClasses.fields}>
            <TextInput
              label={t('printing.noteTitle')}
              value={note.title}
              maxLength={titleField.maxLength ?? undefined}
              required
              data-autofocus
              onChange={({ currentTarget }) => setNote({ ...note, title: currentTarget.value })}
            />
            <Textarea
              label={t('printing.noteText')}
              value={note.text}
              maxLength={textField.maxLength ?? undefined}
              required
              autosize
              minRows={6}
              maxRows={16}
              onChange={({ currentTarget }) => setNote({ ...note, text: currentTarget.value })}
            />
          </div>
        </FormDialog>
      )}
      {dialogs}
    </>
  );
}
