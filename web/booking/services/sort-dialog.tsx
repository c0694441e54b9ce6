// Sorts the services of the company within their categories: by dragging, or with the arrow keys.
import { Button, Skeleton } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Fragment, type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { companyServices } from '#contract/booking/services.ts';
import type { RowOf } from '#contract/lib/resource.ts';
import { call, query } from '#web/lib/client/client.ts';
import { refreshList } from '#web/lib/grid/row-changes.ts';
import { FormFoot } from '#web/lib/ui/form-foot.tsx';
import { LargeDialog } from '#web/lib/ui/large-dialog.tsx';
import { toast } from '#web/lib/ui/toasts.ts';
import { choicesQuery } from './choices.ts';
import classes from './services.module.css';

type Service = RowOf<(typeof companyServices)['declared']>;

export function SortDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const all = useQuery({ ...query(companyServices.operations.getAll, {}), staleTime: 0 }).data;
  const categories = useQuery(choicesQuery).data?.categories;
  const [sorted, setSorted] = useState<readonly string[]>();
  const [dragged, setDragged] = useState<Service>();
  const save = useMutation({
    mutationFn: (ids: string[]) => call(companyServices.operations.order, { ids }),
    async onSuccess() {
      await refreshList(companyServices);
      toast('success', t('services.sorted'));
      onClose();
    },
  });
  const place = ({ id, position }: Service) => (sorted ? sorted.indexOf(id) : position);
  const services = all?.toSorted((a, b) => place(a) - place(b)) ?? [];
  const names = categories?.map(({ id }) => id) ?? [];
  const groups = [...names, null].map((categoryId) => ({
    name: categories?.find(({ id }) => id === categoryId)?.name ?? t('booking.otherServices'),
    categoryId,
    services: services.filter((service) => service.categoryId === categoryId),
  }));

  /** Puts a service in the place of another one of its category. */
  function move(service: Service, target: Service | undefined): void {
    if (!target || target.id === service.id || target.categoryId !== service.categoryId) return;
    const ids = services.map(({ id }) => id);
    const to = ids.indexOf(target.id);
    ids.splice(ids.indexOf(service.id), 1);
    ids.splice(to, 0, service.id);
    setSorted(ids);
  }
  function moveByKey(event: KeyboardEvent, service: Service, group: readonly Service[]): void {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    move(service, group[group.indexOf(service) + step]);
  }

  return (
    <LargeDialog title={t('services.sortTitle')} size="lg" onClose={onClose}>
      <p className={classes.sortHint} id="services-sort-hint">
        {t('services.sortHint')}
      </p>
      {!all && <Skeleton height={240} />}
      {groups
        .filter((group) => group.services.length > 0)
        .map((group) => (
          <Fragment key={group.categoryId}>
            {categories && categories.length > 0 && <h3 className={classes.sortCategory}>{group.name}</h3>}
            <ul className={classes.people}>
              {group.services.map((service) => (
                <li
                  key={service.id}
                  className={classes.sortRow}
                  data-dragged={dragged?.id === service.id || undefined}
                  onDragOver={(event) => {
                    event.preventDefault();
                    if (dragged) move(dragged, service);
                  }}
                  onDrop={(event) => event.preventDefault()}
                >
                  <button
                    type="button"
                    draggable
                    className={classes.handle}
                    aria-label={t('services.move', { name: service.name })}
                    aria-describedby="services-sort-hint"
                    onDragStart={(event) => {
                      event.dataTransfer.effectAllowed = 'move';
                      event.dataTransfer.setData('text/plain', service.name);
                      setDragged(service);
                    }}
                    onDragEnd={() => setDragged(undefined)}
                    onKeyDown={(event) => moveByKey(event, service, group.services)}
                  >
                    <IconGripVertical size={18} stroke={1.75} aria-hidden="true" />
                  </button>
                  {service.name}
                </li>
              ))}
            </ul>
          </Fragment>
        ))}
      <FormFoot>
        <Button variant="default" onClick={onClose}>
          {t('app.cancel')}
        </Button>
        <Button loading={save.isPending} disabled={!sorted} onClick={() => save.mutate([...(sorted ?? [])])}>
          {t('grid.save')}
        </Button>
      </FormFoot>
    </LargeDialog>
  );
}
