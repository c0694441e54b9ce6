// The search of a list: plain words, and `field:value` that becomes a chip. It searches after a pause, or at once on Enter.
import { Pill, PillsInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyResource } from '#contract/lib/resource.ts';
import classes from './grid.module.css';
import { fieldNames, joined, type Parts, partsOf } from './search-parts.ts';

/** Specification, section 9: "search delay". */
export const searchDelay = 1_000;

interface Props {
  resource: AnyResource;
  search: string;
  onSearch: (search: string) => void;
}

export function SearchField({ resource, search, onSearch }: Props) {
  const { t } = useTranslation();
  const [parts, setParts] = useState(() => partsOf(resource, search));
  const [isFocused, setFocused] = useState(false);
  const told = useRef(search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const names = fieldNames(resource);

  // The address changed by itself: back, a link, a cleared search.
  useEffect(() => {
    if (search === told.current) return;
    told.current = search;
    setParts(partsOf(resource, search));
  }, [search, resource]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function tell(next: Parts): void {
    clearTimeout(timer.current);
    const whole = joined(next);
    if (whole === told.current) return;
    told.current = whole;
    onSearch(whole);
  }
  function type(text: string): void {
    // A pair is done when its comma is typed.
    const next = text.includes(',') ? partsOf(resource, joined({ ...parts, text })) : { ...parts, text };
    setParts(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => tell(next), searchDelay);
  }
  function settle(next: Parts): void {
    setParts(next);
    tell(next);
  }
  function onKeyDown(pressed: KeyboardEvent): void {
    if (pressed.key === 'Enter') settle(partsOf(resource, joined(parts)));
    else if (pressed.key === 'Escape' && (parts.text || parts.pairs.length)) {
      pressed.stopPropagation();
      settle({ pairs: [], text: '' });
    } else if (pressed.key === 'Backspace' && !parts.text && parts.pairs.length) {
      settle({ ...parts, pairs: parts.pairs.slice(0, -1) });
    }
  }

  return (
    <search className={classes.search}>
      <PillsInput leftSection={<IconSearch size={16} stroke={1.75} aria-hidden="true" />} size="sm">
        <Pill.Group>
          {parts.pairs.map((pair, index) => (
            <Pill
              key={pair}
              withRemoveButton
              removeButtonProps={{ 'aria-label': t('grid.removeChip', { pair }), 'aria-hidden': false, tabIndex: 0 }}
              onRemove={() => settle({ ...parts, pairs: parts.pairs.filter((_, at) => at !== index) })}
            >
              {pair}
            </Pill>
          ))}
          <PillsInput.Field
            aria-label={t('grid.search')}
            aria-describedby={`search-${resource.name}`}
            placeholder={parts.pairs.length ? '' : t('grid.search')}
            value={parts.text}
            onChange={(event) => type(event.currentTarget.value)}
            onKeyDown={onKeyDown}
            onFocus={() => setFocused(true)}
            onBlur={() => setFocused(false)}
          />
        </Pill.Group>
      </PillsInput>
      <p id={`search-${resource.name}`} className={classes.hint} data-shown={isFocused || undefined}>
        {t('grid.searchHint', { example: `${names[0]}:…`, fields: names.join(', ') })}
      </p>
    </search>
  );
}
