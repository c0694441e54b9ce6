// The dialog of one event, new or saved, with all its fields.
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Calendar, CalendarEvent } from '#contract/booking/calendar.ts';
import { newId } from '#contract/lib/fields.ts';
import { submitOnCtrlEnter } from '#web/lib/forms/form-keys.ts';
import { useUnsavedChangesGuard } from '#web/lib/forms/use-unsaved-changes-guard.ts';
import { FormFoot } from '#web/lib/ui/form-foot.tsx';
import { LargeDialog } from '#web/lib/ui/large-dialog.tsx';
import { CustomerLink } from './customer-link.tsx';
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
  const isNew = event.id === newId;
  const locked = !event.isEditable;
  const closeSaved = () => guard.closeSaved(onClose);
  const { form, zone, submit, saving } = useEventForm({ event, calendars, onSaved: closeSaved });
  const remove = useDeleteEvent(closeSaved);
  const guard = useUnsavedChangesGuard(() => !locked && form.isDirty());
  const close = () => void guard.confirmAndClose(onClose);

  return (
    <LargeDialog onClose={close} title={isNew ? t('calendar.newEvent') : event.title}>
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
        {event.contactId && (
          <p className={classes.customer}>
            <CustomerLink event={event} />
          </p>
        )}
        <EventFields form={form} event={event} calendars={calendars} zone={zone} locked={locked} />
        {!isNew && <NotifyButtons event={event} isDirty={!locked && form.isDirty()} />}
        <FormFoot
          isSticky
          start={
            !isNew &&
            !locked && (
              <Button variant="subtle" color="red" onClick={() => void remove(event)}>
                {t('calendar.delete')}
              </Button>
            )
          }
        >
          <Button variant="default" onClick={close}>
            {t(locked ? 'app.close' : 'app.cancel')}
          </Button>
          {!locked && (
            <Button type="submit" loading={saving}>
              {t('calendar.save')}
            </Button>
          )}
        </FormFoot>
      </form>
    </LargeDialog>
  );
}
