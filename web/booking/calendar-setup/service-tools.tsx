// The tools of a service in the list of a person: order, own rules, edit, and leave or delete.
import { IconAdjustmentsHorizontal, IconArrowUp, IconPencil, IconTrash, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ask } from '#web/lib/ui/dialog/ask.ts';
import rowClasses from '#web/lib/ui/page/rows.module.css';
import { ToolButton } from '#web/lib/ui/tool-buttons.tsx';
import type { CalendarService } from './calendar-settings.ts';
import type { ServiceChanges } from './use-service-changes.ts';

/** The dialog of a service, or of the person's own rules for it. */
export interface OpenService {
  kind: 'service' | 'own';
  service: CalendarService;
}

interface Props {
  service: CalendarService;
  changes: ServiceChanges;
  canChange: boolean;
  /** Undefined where the service cannot move. */
  onMoveUp: (() => void) | undefined;
  onOpen: (open: OpenService) => void;
}

export function ServiceTools({ service, changes: { order, remove, choose }, canChange, onMoveUp, onOpen }: Props) {
  const { t } = useTranslation();
  async function confirmAndRemove(service: CalendarService): Promise<void> {
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

  return (
    <div className={rowClasses.tools}>
      {onMoveUp && (
        <ToolButton
          disabled={order.isPending}
          label={t('hours.moveUp', { name: service.name })}
          onClick={onMoveUp}
          icon={IconArrowUp}
        />
      )}
      {service.isShared && (
        <ToolButton
          label={t('hours.ownRulesOf', { name: service.name })}
          onClick={() => onOpen({ kind: 'own', service })}
          icon={IconAdjustmentsHorizontal}
        />
      )}
      {canChange && (
        <ToolButton
          label={t('hours.editService', { name: service.name })}
          onClick={() => onOpen({ kind: 'service', service })}
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
  );
}
