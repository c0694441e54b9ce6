// Chooses the visible columns, their order and the height of rows. Stored on this device.
import { ActionIcon, Button, Checkbox, Popover, SegmentedControl } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react';
import type { useDataTableColumns } from 'mantine-datatable';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '#web/lib/editor/row.ts';
import { FocusPopover } from '#web/lib/ui/dialog/focus-popover.tsx';
import { densities, useDensity } from './density.ts';
import classes from './grid.module.css';

interface Props {
  columnState: ReturnType<typeof useDataTableColumns<Row>>;
  labels: Readonly<Record<string, string>>;
  /** The title field of the rows, which cannot be hidden. */
  fixed: string;
}

export function ColumnsMenu({ columnState, labels, fixed }: Props) {
  const { t } = useTranslation();
  const { columnsOrder, setColumnsOrder, columnsToggle, setColumnsToggle } = columnState;
  const [density, setDensity] = useDensity();
  const [isOpen, open] = useState(false);
  const order = columnsOrder.filter((field) => field in labels);
  function move(field: string, by: -1 | 1): void {
    const next = order.filter((other) => other !== field);
    next.splice(order.indexOf(field) + by, 0, field);
    setColumnsOrder([...next, ...columnsOrder.filter((other) => !(other in labels))]);
  }
  return (
    <FocusPopover opened={isOpen} onClose={() => open(false)} position="bottom-end">
      <Popover.Target>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconColumns3 size={16} stroke={1.75} />}
          onClick={() => open(!isOpen)}
        >
          {t('grid.columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('grid.columns')}>
        <ul className={classes.columns}>
          {order.map((field, index) => {
            const toggle = columnsToggle.find(({ accessor }) => accessor === field);
            return (
              <li key={field}>
                <Checkbox
                  label={labels[field]}
                  checked={toggle?.toggled ?? true}
                  disabled={field === fixed}
                  onChange={(event) => {
                    const toggled = event.currentTarget.checked;
                    setColumnsToggle(columnsToggle.map((one) => (one.accessor === field ? { ...one, toggled } : one)));
                  }}
                />
                <ActionIcon
                  variant="subtle"
                  size="sm"
                  disabled={index === 0}
                  aria-label={t('grid.moveUp', { column: labels[field] })}
                  onClick={() => move(field, -1)}
                >
                  <IconArrowUp size={14} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  size="sm"
                  disabled={index === order.length - 1}
                  aria-label={t('grid.moveDown', { column: labels[field] })}
                  onClick={() => move(field, 1)}
                >
                  <IconArrowDown size={14} />
                </ActionIcon>
              </li>
            );
          })}
        </ul>
        <Button
          variant="subtle"
          size="xs"
          mt="xs"
          onClick={() => {
            columnState.resetColumnsOrder();
            columnState.resetColumnsToggle();
            columnState.resetColumnsWidth();
          }}
        >
          {t('grid.resetColumns')}
        </Button>
        <p className={classes.density} id="row-height">
          {t('grid.rowHeight')}
        </p>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-labelledby="row-height"
          value={density}
          onChange={setDensity}
          data={densities.map((value) => ({ value, label: t(`grid.density.${value}`) }))}
        />
      </Popover.Dropdown>
    </FocusPopover>
  );
}
