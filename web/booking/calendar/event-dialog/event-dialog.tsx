// The dialog of one event, new or saved: an appointment with all its services, or blocked time.
import { Button, Checkbox, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Calendar, CalendarEvent } from '#contract/booking/calendar.ts';
import { visits } from '#contract/booking/visits.ts';
import { newId } from '#contract/lib/fields.ts';
import { loadVisit } from '#web/booking/calendar/events/load-visit.ts';
import { isCancellable, useDeleteEvent } from '#web/booking/calendar/events/use-delete-event.ts';
import { Conflict } from '#web/lib/editor/conflict.tsx';
import { submitOnCtrlEnter } from '#web/lib/forms/form-keys.ts';
import { useUnsavedChangesGuard } from '#web/lib/forms/use-unsaved-changes-guard.ts';
import { LargeDialog } from '#web/lib/ui/dialog/large-dialog.tsx';
import { FormFoot } from '#web/lib/ui/form/form-foot.tsx';
import { isMailStored, useMailState } from '#web/messaging/mail/mail-states.ts';
import { conflictFields } from './conflict-fields.ts';
import classes from './event-dialog.module.css';
import { EventFields } from './event-fields.tsx';
import { isVisit, type Start } from './event-form.ts';
import { isNews } from './is-news.ts';
import { NotifyButtons } from './notify-buttons.tsx';
import { useBlockTime } from './use-block-time.ts';
import { useEventForm } from './use-event-form.ts';

// Not with the calendar, which the dashboard loads.
const VisitPayment = lazy(async () => ({
  default: (await import('#web/booking/receipts/visit-payment.tsx')).VisitPayment,
}));

interface Props extends Omit<Start, 'visit'> {
  event: CalendarEvent;
  calendars: readonly Calendar[];
  onClose: () => void;
}

/** Loads the visit of the event first. One with parts in other calendars than the caller's is edited by this event. */
export function EventDialog(props: Props) {
  const { event, onClose } = props;
  const hasVisit = event.id !== newId && event.visitId !== null && !event.allDay;
  const visit = useQuery({
    queryKey: [visits.getVisit.path, { id: event.visitId }],
    queryFn: ({ signal }) => loadVisit(event, signal),
    enabled: hasVisit,
    retry: false,
    // Another person's save must not replace what is typed: this one learns of it when they save.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (!hasVisit || visit.data !== undefined || visit.isError) {
    return <LoadedDialog {...props} visit={visit.data ?? undefined} />;
  }
  return (
    <LargeDialog onClose={onClose} title={event.title}>
      <Loader className={classes.loader} />
    </LargeDialog>
  );
}

function LoadedDialog({ event, calendars, onClose, ...start }: Props & Pick<Start, 'visit'>) {
  const { t } = useTranslation();
  const mail = useMailState('visit');
  const isNew = event.id === newId;
  const locked = !event.isEditable;
  const closeSaved = () => guard.closeSaved(onClose);
  const edited = useEventForm({ event, calendars, onSaved: closeSaved, ...start });
  const { form, zone, submit, saving, visit, contested, resolveConflict } = edited;
  const remove = useDeleteEvent(closeSaved);
  const { block, isBlocking } = useBlockTime(zone);
  const guard = useUnsavedChangesGuard(() => !locked && form.isDirty());
  const close = () => void guard.confirmAndClose(onClose);
  const customer = form.values.name.trim() || form.values.eMail.trim();

  return (
    <LargeDialog
      onClose={close}
      title={isNew ? t(form.values.kind === 'blocked' ? 'desk.newBlocked' : 'calendar.newEvent') : event.title}
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
        {visit?.isMailKept && (
          <p className={classes.locked} role="status">
            {t('visits.lastMailKept')}
          </p>
        )}
        <Conflict
          fields={conflictFields(contested, { calendars, isVisit: visit !== undefined })}
          theirs={edited.theirs}
          mine={{ ...form.values }}
          onResolve={(field, side) => resolveConflict(field as keyof typeof form.values, side)}
        />
        <EventFields form={form} event={event} visit={visit} calendars={calendars} zone={zone} locked={locked} />
        {!isNew && <NotifyButtons event={event} isDirty={!locked && form.isDirty()} />}
        {event.visitId && event.status && visit && !locked && (
          <Suspense>
            <VisitPayment visitId={event.visitId} status={event.status} name={customer || event.title} />
          </Suspense>
        )}
        <FormFoot
          isSticky
          start={
            !locked && (
              <div className={classes.start}>
                {!isNew && (
                  <Button variant="subtle" color="red" onClick={() => void remove(event)}>
                    {t(isCancellable(event) ? 'visits.move.cancelled' : 'calendar.delete')}
                  </Button>
                )}
                {isNew && form.values.kind === 'appointment' && !isVisit(event, visit, form.values) && (
                  <Button
                    variant="default"
                    loading={isBlocking}
                    onClick={() => void block(event, form.getValues()).then((isSaved) => isSaved && closeSaved())}
                  >
                    {t('desk.blockNow')}
                  </Button>
                )}
                {isNews(event, visit, form.values, zone) && (
                  <Checkbox
                    label={t('visits.notify', { name: customer })}
                    description={isMailStored(mail) && t('app.mailStored')}
                    {...form.getInputProps('notify', { type: 'checkbox' })}
                  />
                )}
              </div>
            )
          }
        >
          <Button variant="default" onClick={close}>
            {t(locked ? 'app.close' : 'app.cancel')}
          </Button>
          {!locked && (
            <Button type="submit" loading={saving} disabled={contested.length > 0}>
              {t('calendar.save')}
            </Button>
          )}
        </FormFoot>
      </form>
    </LargeDialog>
  );
}
