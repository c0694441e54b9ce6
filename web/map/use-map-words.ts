// The map's texts in the page's language.
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ENGLISH_MAP_WORDS, type MapWords } from './map-options.ts';

export function useMapWords(): MapWords {
  const { t } = useTranslation();
  return useMemo(
    () =>
      // Built from exactly these keys.
      Object.fromEntries(Object.keys(ENGLISH_MAP_WORDS).map((key) => [key, t(`map.${key}`)])) as unknown as MapWords,
    [t],
  );
}
