// The services that visitors can book, in the order shown to them.
import { IconArrowUp, IconPencil, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CalendarSettings, calendarSetup } from '#contract/booking/calendar-setup.ts';
import { call } from '#web/lib/client/client.ts';
import { formatEuro } from '#web/lib/money.ts';
import { ask } from '#web/lib/ui/ask.ts';
import formClasses from '#web/lib/ui/form.module.css';
import rowClasses from '#web/lib/ui/rows.module.css';
import { Section } from '#web/lib/ui/section.tsx';
import { toast } from '#web/lib/ui/toasts.ts';
import { AddButton, ToolButton } from '#web/lib/ui/tool-buttons.tsx';
import { cacheSettings, type Service } from './calendar-settings.ts';
import { ServiceDialog } from './service-dialog.tsx';

export function ServicesSection({ settings }: { settings: CalendarSettings }) {
  const { t } = useTranslation();
  const { services, calendarId } = settings;
  const [open, setOpen] = useState<Service | 'new'>();
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
  function moveUp(index: number): void {
    const ids = services.map(({ id }) => id);
    ids.splice(index - 1, 0, ...ids.splice(index, 1));
    order.mutate(ids);
  }
  async function confirmAndRemove(service: Service): Promise<void> {
    const confirmed = await ask({
      title: t('hours.deleteServiceTitle', { name: service.name }),
      text: t('hours.deleteServiceText'),
      confirmLabel: t('hours.delete'),
      danger: true,
    });
    if (confirmed) remove.mutate(service);
  }
  const add = <AddButton onClick={() => setOpen('new')}>{t('hours.addService')}</AddButton>;
  return (
    <Section id="services" title={t('hours.services')} action={add}>
      {services.length === 0 && <p className={formClasses.hint}>{t('hours.noServices')}</p>}
      <ul className={rowClasses.rows}>
        {services.map((service, index) => (
          <li key={service.id} className={rowClasses.item}>
            <div className={rowClasses.itemText}>
              <strong>{service.name}</strong>
              <span>
                {[
                  t('hours.minutesShort', { minutes: service.minutes }),
                  service.price > 0 && formatEuro(service.price),
                  !service.isActive && t('hours.inactive'),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </div>
            <div className={rowClasses.tools}>
              {index > 0 && (
                <ToolButton
                  disabled={order.isPending}
                  label={t('hours.moveUp', { name: service.name })}
                  onClick={() => moveUp(index)}
                  icon={IconArrowUp}
                />
              )}
              <ToolButton
                label={t('hours.editService', { name: service.name })}
                onClick={() => setOpen(service)}
                icon={IconPencil}
              />
              <ToolButton
                label={t('hours.deleteService', { name: service.name })}
                onClick={() => void confirmAndRemove(service)}
                icon={IconTrash}
              />
            </div>
          </li>
        ))}
      </ul>
      {open && (
        <ServiceDialog
          calendarId={calendarId}
          service={open === 'new' ? undefined : open}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Section>
  );
}
