// The services of the company that the person of a calendar does, and the others to choose from.
import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconArrowUp, IconPencil, IconPlus, IconTrash, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CalendarSettings, calendarSetup } from '#contract/booking/calendar-setup.ts';
import { call } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { formatEuro } from '#web/lib/money.ts';
import { ask } from '#web/lib/ui/dialog/ask.ts';
import formClasses from '#web/lib/ui/form/form.module.css';
import rowClasses from '#web/lib/ui/page/rows.module.css';
import { Section } from '#web/lib/ui/page/section.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { AddButton, ToolButton } from '#web/lib/ui/tool-buttons.tsx';
import { cacheSettings, type OtherService, type Service } from './calendar-settings.ts';
import { OwnRulesDialog } from './own-rules-dialog.tsx';
import { ServiceDialog } from './service-dialog.tsx';

type Open = { kind: 'new' } | { kind: 'service' | 'own'; service: Service };

export function ServicesSection({ settings }: { settings: CalendarSettings }) {
  const { t } = useTranslation();
  const { actions } = useCurrentUser();
  const { services, otherServices, calendarId } = settings;
  const [open, setOpen] = useState<Open>();
  const isAdmin = actions.includes('admin');
  const canChange = ({ isShared }: Service) => isAdmin || !isShared;
  const canOrder = services.every(canChange);
  const order = useMutation({
    mutationFn: (ids: string[]) => call(calendarSetup.orderServices, { calendarId, ids }),
    onSuccess: cacheSettings,
  });
  const remove = useMutation({
    mutationFn: ({ id }: Service) => call(calendarSetup.deleteService, { calendarId, id }),
    onSuccess(saved, { name }) {
      cacheSettings(saved);
      toast('success', t('hours.serviceDeleted', { name }));
    },
  });
  const choose = useMutation({
    mutationFn: ({ id, isDone }: { id: string; name: string; isDone: boolean }) =>
      call(calendarSetup.chooseService, { calendarId, id, isDone }),
    onSuccess(saved, { name, isDone }) {
      cacheSettings(saved);
      toast('success', t(isDone ? 'hours.serviceChosen' : 'hours.serviceLeft', { name }));
    },
  });
  /** Whether the service above may change places with this one: both are of one category. */
  const canMoveUp = (index: number) =>
    canOrder && index > 0 && services[index - 1]?.category === services[index]?.category;
  function moveUp(index: number): void {
    const ids = services.map(({ id }) => id);
    ids.splice(index - 1, 0, ...ids.splice(index, 1));
    order.mutate(ids);
  }
  async function confirmAndRemove(service: Service): Promise<void> {
    const { comingAppointments } = service;
    const confirmed = await ask({
      title: t('hours.deleteServiceTitle', { name: service.name }),
      text:
        comingAppointments > 0
          ? t('list.services.deleteHeld', { count: comingAppointments })
          : t('hours.deleteServiceText'),
      confirmLabel: t('hours.delete'),
      danger: true,
    });
    if (confirmed) remove.mutate(service);
  }
  const add = <AddButton onClick={() => setOpen({ kind: 'new' })}>{t('hours.addService')}</AddButton>;
  return (
    <Section id="services" title={t('hours.services')} action={add}>
      {services.length === 0 && (
        <p className={formClasses.hint}>{t(otherServices.length > 0 ? 'hours.noneChosen' : 'hours.noServices')}</p>
      )}
      <ul className={rowClasses.rows}>
        {services.map((service, index) => (
          <li key={service.id} className={rowClasses.item}>
            <ServiceFacts
              service={{
                ...service,
                minutes: service.ownMinutes ?? service.minutes,
                price: service.ownPrice ?? service.price,
              }}
              more={service.isShared && t('hours.sharedService')}
            />
            <div className={rowClasses.tools}>
              {canMoveUp(index) && (
                <ToolButton
                  disabled={order.isPending}
                  label={t('hours.moveUp', { name: service.name })}
                  onClick={() => moveUp(index)}
                  icon={IconArrowUp}
                />
              )}
              {service.isShared && (
                <ToolButton
                  label={t('hours.ownRulesOf', { name: service.name })}
                  onClick={() => setOpen({ kind: 'own', service })}
                  icon={IconAdjustmentsHorizontal}
                />
              )}
              {canChange(service) && (
                <ToolButton
                  label={t('hours.editService', { name: service.name })}
                  onClick={() => setOpen({ kind: 'service', service })}
                  icon={IconPencil}
                />
              )}
              {service.isShared ? (
                <ToolButton
                  disabled={choose.isPending}
                  label={t('hours.leaveService', { name: service.name })}
                  onClick={() => choose.mutate({ ...service, isDone: false })}
                  icon={IconX}
                />
              ) : (
                <ToolButton
                  label={t('hours.deleteService', { name: service.name })}
                  onClick={() => void confirmAndRemove(service)}
                  icon={IconTrash}
                />
              )}
            </div>
          </li>
        ))}
      </ul>
      {otherServices.length > 0 && (
        <>
          <h3 className={rowClasses.heading}>{t('hours.otherServices')}</h3>
          <ul className={rowClasses.rows}>
            {otherServices.map((service) => (
              <li key={service.id} className={rowClasses.item}>
                <ServiceFacts service={service} />
                <div className={rowClasses.tools}>
                  <Button
                    variant="default"
                    size="compact-sm"
                    leftSection={<IconPlus size={14} stroke={2} />}
                    aria-label={t('hours.chooseService', { name: service.name })}
                    disabled={choose.isPending}
                    onClick={() => choose.mutate({ ...service, isDone: true })}
                  >
                    {t('hours.choose')}
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
      {open?.kind === 'own' && (
        <OwnRulesDialog calendarId={calendarId} service={open.service} onClose={() => setOpen(undefined)} />
      )}
      {open && open.kind !== 'own' && (
        <ServiceDialog
          calendarId={calendarId}
          service={open.kind === 'new' ? undefined : open.service}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Section>
  );
}

function ServiceFacts({ service, more = false }: { service: OtherService; more?: string | false }) {
  const { t } = useTranslation();
  const { name, category, minutes, price, isActive } = service;
  return (
    <div className={rowClasses.itemText}>
      <strong>{name}</strong>
      <span>
        {[
          category,
          t('hours.minutesShort', { minutes }),
          price > 0 && formatEuro(price),
          !isActive && t('hours.inactive'),
          more,
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </div>
  );
}
