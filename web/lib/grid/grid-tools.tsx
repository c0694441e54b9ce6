// The tools above a list: search, range, the list's own tools, export.
import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { allows } from '#contract/lib/may.ts';
import { type AnyList, exportFormats, fieldOf } from '#contract/lib/resource.ts';
import { wireName } from '#contract/lib/wire.ts';
import { operationUrl } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { downloadList } from '#web/lib/client/download.ts';
import { visitorZone } from '#web/lib/dates.ts';
import { FilterButton, FilterPills } from './filters.tsx';
import classes from './grid.module.css';
import { RangeField } from './range-field.tsx';
import { SearchField } from './search-field.tsx';
import type { GridState } from './use-grid.ts';

interface Props {
  resource: AnyList;
  state: GridState;
  /** The visible columns, which are also the exported ones. */
  columns: readonly { accessor: unknown }[];
  /** All columns of the list. */
  fields: readonly string[];
  children?: ReactNode;
}

export function GridTools({ resource, state, columns, fields, children }: Props) {
  const { t } = useTranslation();
  const { declared, operations } = resource;
  // A granted page also permits its export, unless the list reserves that.
  const { actions: held } = useCurrentUser();
  const mayExport = operations.export.page !== undefined || allows(held, operations.export.may);
  const shown = columns.map(({ accessor }) => String(accessor)).filter((field) => field in declared.row.shape);
  const names = shown.map((field) => wireName(field, fieldOf(declared, field)));
  return (
    <div className={classes.tools}>
      <SearchField
        resource={resource}
        search={state.search.search ?? ''}
        onSearch={(search) => state.change({ search: search || undefined })}
      />
      {declared.range && <RangeField range={declared.range} state={state} />}
      <span className={classes.end}>
        <FilterButton resource={resource} state={state} fields={fields} />
        {children}
        {mayExport && (
          <Menu position="bottom-end" shadow="md" transitionProps={{ duration: 0 }}>
            <Menu.Target>
              <Button
                variant="default"
                size="sm"
                className={classes.export}
                aria-label={t('grid.export')}
                leftSection={<IconDownload size={16} stroke={1.75} />}
              >
                <span className={classes.exportWord}>{t('grid.export')}</span>
              </Button>
            </Menu.Target>
            <Menu.Dropdown className={classes.menu}>
              {exportFormats.map((format) => (
                <Menu.Item
                  key={format}
                  onClick={() =>
                    void downloadList(
                      operationUrl(operations.export, {
                        ...state.input,
                        timeZone: visitorZone(),
                        format,
                        columns: names,
                      }),
                    )
                  }
                >
                  {t(`grid.format.${format}`)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </span>
      <FilterPills resource={resource} state={state} />
    </div>
  );
}
