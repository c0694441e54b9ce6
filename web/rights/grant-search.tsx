// Searches people, and what they could have, by words; after a pause, or at once on Enter.
import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import grid from '#web/lib/grid/grid.module.css';

/** Specification, section 9: "search delay". */
const delay = 1_000;

export function GrantSearch({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState(search);
  const later = useDebouncedCallback(onSearch, delay);
  // The address changed by itself: back, a link, a cleared search.
  useEffect(() => setText(search), [search]);
  const now = (words: string) => {
    later.cancel();
    onSearch(words);
  };
  return (
    <search className={grid.search}>
      <TextInput
        aria-label={t('grid.search')}
        placeholder={t('grid.search')}
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden="true" />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          later(event.currentTarget.value);
        }}
        onKeyDown={(pressed) => {
          if (pressed.key === 'Enter') now(text);
          if (pressed.key === 'Escape' && text) {
            setText('');
            now('');
          }
        }}
      />
    </search>
  );
}
