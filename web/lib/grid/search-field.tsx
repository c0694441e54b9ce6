// The search of a list: plain words, and `field:value`, which becomes a chip below. It searches after a pause, or at once on Enter.
import { Input } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyList } from '#contract/lib/resource.ts';
import classes from './grid.module.css';
import { fieldLabel } from './resource-words.ts';
import { joined, partsOf, searchLabels } from './search-parts.ts';

/** Specification, section 9: "search delay". */
export const searchDelay = 1_000;

interface Props {
  resource: AnyList;
  search: string;
  onSearch: (search: string) => void;
}

export function SearchField({ resource, search, onSearch }: Props) {
  const { t } = useTranslation();
  const { pairs, text } = partsOf(resource, search);
  const [typed, type] = useState(text);
  const [isFocused, setFocused] = useState(false);
  const told = useRef(text);
  const now = useRef({ pairs, search });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    now.current = { pairs, search };
  });
  // The address changed by itself: back, a link, a cleared search.
  useEffect(() => {
    if (text === told.current) return;
    told.current = text;
    type(text);
  }, [text]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function tell(words: string, kept = now.current.pairs): void {
    clearTimeout(timer.current);
    const parts = partsOf(resource, words);
    if (parts.pairs.length) type(parts.text);
    told.current = parts.text.trim();
    const whole = joined({ pairs: [...kept, ...parts.pairs], text: parts.text });
    if (whole !== now.current.search) onSearch(whole);
  }
  function change(words: string): void {
    type(words);
    clearTimeout(timer.current);
    // A pair is done when its comma is typed.
    if (words.includes(',') && partsOf(resource, words).pairs.length) tell(words);
    else timer.current = setTimeout(() => tell(words), searchDelay);
  }
  function onKeyDown(pressed: KeyboardEvent): void {
    if (pressed.key === 'Enter') tell(typed);
    else if (pressed.key === 'Escape' && (typed || pairs.length)) {
      pressed.stopPropagation();
      type('');
      tell('', []);
    } else if (pressed.key === 'Backspace' && !typed && pairs.length) {
      // The last chip goes back to where it was typed.
      pressed.preventDefault();
      tell('', pairs.slice(0, -1));
      type(pairs.at(-1) ?? '');
    }
  }

  const example = `${fieldLabel(resource, resource.declared.title)}: …`;
  const hint = t('grid.searchHint', { example, fields: searchLabels(resource).join(', ') });
  return (
    <search className={classes.search}>
      <Input
        // It would describe itself by nothing.
        withAria={false}
        size="sm"
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden="true" />}
        aria-label={t('grid.search')}
        aria-describedby={`search-${resource.name}`}
        placeholder={isFocused ? hint : t('grid.search')}
        title={isFocused ? undefined : hint}
        value={typed}
        maxLength={200}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
      />
      <span id={`search-${resource.name}`} className="unseen">
        {hint}
      </span>
    </search>
  );
}
