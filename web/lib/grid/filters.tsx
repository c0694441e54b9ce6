// The filters of a list: chosen in a panel (a drawer on a phone) and shown as pills below the search.
import { Button, Drawer, Popover } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconFilter } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AnyList, fieldOf, filtersOf } from '#contract/lib/resource.ts';
import { kindOf } from '#contract/lib/wire.ts';
import { FocusPopover } from '#web/lib/ui/dialog/focus-popover.tsx';
import { plainHeader } from '#web/lib/ui/dialog/plain-header.ts';
import { RemovablePill } from '#web/lib/ui/form/removable-pill.tsx';
import { FilterField } from './filter-field.tsx';
import { formatField, languageName } from './format-value.ts';
import classes from './grid.module.css';
import { type GridSearch, parseFilters, readValue, withFilter } from './grid-search.ts';
import { fieldLabel } from './list-text.ts';
import { joinParts, parsePair, splitSearch } from './search-parts.ts';
import type { GridState } from './use-grid.ts';

interface Props {
  resource: AnyList;
  state: GridState;
  /** The columns of the list, in order. */
  fields: readonly string[];
}

/** Kinds of field with a text filter. */
const textKinds = ['string', 'code', 'language', 'eMail', 'phone', 'timeZone', 'array'];

export function FilterButton({ resource, state, fields }: Props) {
  const { t } = useTranslation();
  const isPhone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false });
  const [isOpen, open] = useState(false);
  const exact = filtersOf(resource.declared);
  const shown = fields.filter(
    (field) => exact.includes(field) || textKinds.includes(kindOf(fieldOf(resource.declared, field))),
  );
  const active = activeFilters(resource, state);
  if (shown.length === 0) return null;
  const button = (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconFilter size={16} stroke={1.75} />}
      aria-expanded={isOpen}
      onClick={() => open(!isOpen)}
    >
      {active.length ? t('grid.filtersOn', { count: active.length }) : t('grid.filters')}
    </Button>
  );
  const panel = (
    <>
      <div className={classes.filters}>
        {shown.map((field) => (
          <FilterField key={field} resource={resource} field={field} state={state} isExact={exact.includes(field)} />
        ))}
      </div>
      <div className={classes.filtersFoot}>
        <Button
          variant="subtle"
          size="xs"
          disabled={active.length === 0}
          onClick={() => state.change((now) => clearedFilters(resource, now))}
        >
          {t('grid.clearFilters')}
        </Button>
        {isPhone && (
          <Button size="xs" onClick={() => open(false)}>
            {t('grid.showRows')}
          </Button>
        )}
      </div>
    </>
  );
  if (isPhone) {
    return (
      <>
        {button}
        <Drawer
          opened={isOpen}
          onClose={() => open(false)}
          position="bottom"
          styles={{ content: { blockSize: 'auto', maxBlockSize: '85dvh' }, title: { fontWeight: 600 } }}
          title={t('grid.filters')}
          closeButtonProps={{ 'aria-label': t('app.close') }}
          attributes={plainHeader}
          transitionProps={{ duration: 120 }}
        >
          {panel}
        </Drawer>
      </>
    );
  }
  return (
    <FocusPopover opened={isOpen} onClose={() => open(false)} position="bottom-end" width={320}>
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown aria-label={t('grid.filters')}>{panel}</Popover.Dropdown>
    </FocusPopover>
  );
}

/** The active filters, each with a button to remove it. */
export function FilterPills({ resource, state }: Omit<Props, 'fields'>) {
  const { t } = useTranslation();
  const active = activeFilters(resource, state);
  if (active.length === 0) return null;
  return (
    <div className={classes.pills}>
      {active.map(({ pair, cleared }) => (
        <RemovablePill
          key={pair}
          text={pair}
          removeLabel={t('grid.removeChip', { pair })}
          onRemove={() => state.change(cleared)}
        />
      ))}
      <Button variant="subtle" size="compact-sm" onClick={() => state.change((now) => clearedFilters(resource, now))}>
        {t('grid.clearFilters')}
      </Button>
    </div>
  );
}

interface Filter {
  /** `Language: German` */
  pair: string;
  /** The change of the address that removes this filter. */
  cleared: (now: GridSearch) => Partial<GridSearch>;
}

/** Lists filters by exact value first, then filters by text in one field. */
function activeFilters(resource: AnyList, { search }: GridState): Filter[] {
  const { only, search: term = '' } = search;
  const exact = filtersOf(resource.declared);
  const byValue = Object.entries(parseFilters(only)).filter(([field]) => exact.includes(field));
  return [
    ...byValue.map(([field, value]) => ({
      pair: `${fieldLabel(resource, field)}: ${formatField(resource, field, readValue(value))}`,
      cleared: (now: GridSearch) => ({ only: withFilter(now.only, field, undefined) }),
    })),
    ...splitSearch(resource, term).pairs.map((pair) => ({
      pair: pairLabel(resource, pair),
      cleared: ({ search = '' }: GridSearch) => {
        const parts = splitSearch(resource, search);
        return { search: joinParts({ ...parts, pairs: parts.pairs.filter((other) => other !== pair) }) || undefined };
      },
    })),
  ];
}

function pairLabel(resource: AnyList, pair: string): string {
  const read = parsePair(resource, pair);
  if (!read) return pair;
  const isLanguage = kindOf(fieldOf(resource.declared, read.field)) === 'language';
  return `${fieldLabel(resource, read.field)}: ${isLanguage ? languageName(read.term) : read.term}`;
}

/** Keeps the text searched in all fields. */
function clearedFilters(resource: AnyList, { search = '' }: GridSearch): Partial<GridSearch> {
  return { only: undefined, search: splitSearch(resource, search).text.trim() || undefined };
}
