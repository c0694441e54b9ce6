// The map's texts in the page's language.
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { MAP_WORD_KEYS, type MapWords } from './map-options.ts';

export function useMapWords(): MapWords {
  const { t } = useTranslation();
  // Made of the very same keys.
  return useMemo(() => Object.fromEntries(MAP_WORD_KEYS.map((key) => [key, t(`map.${key}`)])) as MapWords, [t]);
}
