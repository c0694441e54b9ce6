// What can be booked with this person, in the order visitors see.
import { ActionIcon, Button } from '@mantine/core';
import { IconArrowUp, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CalendarSettings, calendarSetup } from '#contract/calendar-settings.ts';
import { call } from '#web/lib/client.ts';
import { euro } from '#web/lib/money.ts';
import { Section } from '#web/lib/section.tsx';
import { toast } from '#web/lib/toasts.ts';
import { ask } from '#web/shell/app-questions.tsx';
import classes from './my-account.module.css';
import { keepSettings, type Service } from './own-calendar.ts';
import { ServiceDialog } from './service-dialog.tsx';

export function ServicesSection({ settings }: { settings: CalendarSettings }) {
  const { t } = useTranslation();
  const { services } = settings;
  const [open, setOpen] = useState<Service | 'new'>();
  const order = useMutation({
    mutationFn: (ids: string[]) => call(calendarSetup.orderServices, { ids }),
    onSuccess: keepSettings,
  });
  const remove = useMutation({
    mutationFn: ({ id }: Service) => call(calendarSetup.deleteService, { id }),
    onSuccess(saved, { name }) {
      keepSettings(saved);
      toast('success', t('hours.serviceDeleted', { name }));
    },
  });
  function moveUp(index: number): void {
    const ids = services.map(({ id }) => id);
    ids.splice(index - 1, 0, ...ids.splice(index, 1));
    order.mutate(ids);
  }
  async function askAndRemove(service: Service): Promise<void> {
    const sure = await ask({
      title: t('hours.deleteServiceTitle', { name: service.name }),
      text: t('hours.deleteServiceText'),
      yes: t('hours.delete'),
      danger: true,
    });
    if (sure) remove.mutate(service);
  }
  const add = (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconPlus size={16} stroke={1.75} />}
      onClick={() => setOpen('new')}
    >
      {t('hours.addService')}
    </Button>
  );
  return (
    <Section id="services" title={t('hours.services')} action={add}>
      {services.length === 0 && <p className={classes.hint}>{t('hours.noServices')}</p>}
      <ul className={classes.rows}>
        {services.map((service, index) => (
          <li key={service.id} className={classes.item}>
            <div className={classes.itemText}>
              <strong>{service.name}</strong>
              <span>
                {[
                  t('hours.minutesShort', { minutes: service.minutes }),
                  service.price > 0 && euro(service.price),
                  !service.isActive && t('hours.inactive'),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </div>
            <div className={classes.tools}>
              {index > 0 && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={36}
                  disabled={order.isPending}
                  aria-label={t('hours.moveUp', { name: service.name })}
                  onClick={() => moveUp(index)}
                >
                  <IconArrowUp size={18} stroke={1.75} />
                </ActionIcon>
              )}
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={t('hours.editService', { name: service.name })}
                onClick={() => setOpen(service)}
              >
                <IconPencil size={18} stroke={1.75} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={t('hours.deleteService', { name: service.name })}
                onClick={() => void askAndRemove(service)}
              >
                <IconTrash size={18} stroke={1.75} />
              </ActionIcon>
            </div>
          </li>
        ))}
      </ul>
      {open && <ServiceDialog service={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} />}
    </Section>
  );
}
