// The dialog of one event, new or saved, with all its fields.
import { Button } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Calendar, CalendarEvent } from '#contract/booking/calendar.ts';
import { newId } from '#contract/lib/fields.ts';
import { submitOnCtrlEnter } from '#web/lib/forms/form-keys.ts';
import { ask } from '#web/lib/ui/ask-dialog.tsx';
import { LargeDialog } from '#web/lib/ui/large-dialog.tsx';
import classes from './event-dialog.module.css';
import { EventFields } from './event-fields.tsx';
import { NotifyButtons } from './notify-buttons.tsx';
import { useDeleteEvent } from './use-delete-event.ts';
import { useEventForm } from './use-event-form.ts';

interface Props {
  event: CalendarEvent;
  calendars: readonly Calendar[];
  onClose: () => void;
}

export function EventDialog({ event, calendars, onClose }: Props) {
  const { t } = useTranslation();
  const isLeaving = useRef(false);
  const isNew = event.id === newId;
  const locked = !event.isEditable;
  const leave = () => {
    isLeaving.current = true;
    onClose();
  };
  const { form, zone, submit, saving } = useEventForm({ event, calendars, onSaved: leave });
  const remove = useDeleteEvent(leave);
  const isDirty = () => !isLeaving.current && !locked && form.isDirty();

  const confirmDiscard = () =>
    ask({
      title: t('calendar.discardTitle'),
      text: t('calendar.discardText'),
      confirmLabel: t('calendar.discard'),
      cancelLabel: t('calendar.keepEditing'),
      danger: true,
    });
  async function close(): Promise<void> {
    if (!isDirty() || (await confirmDiscard())) leave();
  }
  useBlocker({
    shouldBlockFn: async () => isDirty() && !(await confirmDiscard()),
    enableBeforeUnload: isDirty,
  });

  return (
    <LargeDialog
      onClose={() => void close()}
      title={isNew ? t('calendar.newEvent') : event.title}
      classNames={{ title: classes.title, body: classes.body }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        onKeyDown={submitOnCtrlEnter}
      >
        {locked && (
          <p className={classes.locked} role="status">
            {t('calendar.readOnly')}
          </p>
        )}
        <EventFields form={form} event={event} calendars={calendars} zone={zone} locked={locked} />
        {!isNew && <NotifyButtons event={event} isDirty={!locked && form.isDirty()} />}
        <div className={classes.foot}>
          {!isNew && !locked && (
            <Button variant="subtle" color="red" onClick={() => void remove(event)}>
              {t('calendar.delete')}
            </Button>
          )}
          <span className={classes.end}>
            <Button variant="default" onClick={() => void close()}>
              {t(locked ? 'app.close' : 'app.cancel')}
            </Button>
            {!locked && (
              <Button type="submit" loading={saving}>
                {t('calendar.save')}
              </Button>
            )}
          </span>
        </div>
      </form>
    </LargeDialog>
  );
}
