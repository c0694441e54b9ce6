// The event dialog: everything about one event, new or saved.
import { Button } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Calendar, CalendarEvent } from '#contract/booking/calendar.ts';
import { newId } from '#contract/lib/fields.ts';
import { sendOnCtrlEnter } from '#web/lib/forms/form-keys.ts';
import { LargeDialog } from '#web/lib/ui/large-dialog.tsx';
import { ask } from '#web/lib/ui/questions.tsx';
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
  const leaving = useRef(false);
  const isNew = event.id === newId;
  const locked = !event.isEditable;
  const leave = () => {
    leaving.current = true;
    onClose();
  };
  const { form, zone, submit, saving } = useEventForm({ event, calendars, onSaved: leave });
  const remove = useDeleteEvent(leave);
  const dirty = () => !leaving.current && !locked && form.isDirty();

  const mayLose = () =>
    ask({
      title: t('calendar.discardTitle'),
      text: t('calendar.discardText'),
      yes: t('calendar.discard'),
      no: t('calendar.keepEditing'),
      danger: true,
    });
  async function close(): Promise<void> {
    if (!dirty() || (await mayLose())) leave();
  }
  useBlocker({
    shouldBlockFn: async () => dirty() && !(await mayLose()),
    enableBeforeUnload: dirty,
  });

  return (
    <LargeDialog
      onClose={() => void close()}
      title={isNew ? t('calendar.newEvent') : event.title}
      classNames={{ title: classes.title, body: classes.body }}
    >
      <form
        noValidate
        onSubmit={(submitted) => {
          submitted.preventDefault();
          submit();
        }}
        onKeyDown={sendOnCtrlEnter}
      >
        {locked && (
          <p className={classes.locked} role="status">
            {t('calendar.readOnly')}
          </p>
        )}
        <EventFields form={form} event={event} calendars={calendars} zone={zone} locked={locked} />
        {!isNew && <NotifyButtons event={event} dirty={!locked && form.isDirty()} />}
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
