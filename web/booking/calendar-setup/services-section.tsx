// The services of the company that the person of a calendar does, and the others to choose from.
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CalendarSettings } from '#contract/booking/calendar-setup.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { formatEuro } from '#web/lib/money.ts';
import formClasses from '#web/lib/ui/form/form.module.css';
import rowClasses from '#web/lib/ui/page/rows.module.css';
import { Section } from '#web/lib/ui/page/section.tsx';
import { AddButton } from '#web/lib/ui/tool-buttons.tsx';
import type { CalendarService, OtherService } from './calendar-settings.ts';
import { OwnRulesDialog } from './own-rules-dialog.tsx';
import { ServiceDialog } from './service-dialog.tsx';
import { type OpenService, ServiceTools } from './service-tools.tsx';
import { type ServiceChanges, useServiceChanges } from './use-service-changes.ts';

type Open = { kind: 'new' } | OpenService;

export function ServicesSection({ settings }: { settings: CalendarSettings }) {
  const { t } = useTranslation();
  const { actions } = useCurrentUser();
  const { services, otherServices, calendarId } = settings;
  const [open, setOpen] = useState<Open>();
  const isAdmin = actions.includes('admin');
  const canChange = ({ isShared }: CalendarService) => isAdmin || !isShared;
  const canOrder = services.every(canChange);
  const changes = useServiceChanges(calendarId);
  const { order, choose } = changes;
  /** True if the service above may change places with this one: both are of one category. */
  const canMoveUp = (index: number) =>
    canOrder && index > 0 && services[index - 1]?.category === services[index]?.category;
  function moveUp(index: number): void {
    const ids = services.map(({ id }) => id);
    ids.splice(index - 1, 0, ...ids.splice(index, 1));
    order.mutate(ids);
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
            <ServiceTools
              {...{ service, changes }}
              canChange={canChange(service)}
              onMoveUp={canMoveUp(index) ? () => moveUp(index) : undefined}
              onOpen={setOpen}
            />
          </li>
        ))}
      </ul>
      {otherServices.length > 0 && <OtherServices {...{ otherServices, choose }} />}
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

interface OtherServicesProps {
  otherServices: readonly OtherService[];
  choose: ServiceChanges['choose'];
}

function OtherServices({ otherServices, choose }: OtherServicesProps) {
  const { t } = useTranslation();
  return (
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
