// When a calendar program last read a feed.
import { useTranslation } from 'react-i18next';
import { dayAndTimeWithin, visitorZone } from '#web/lib/dates.ts';

export function LastRead({ at }: { at: string | null }) {
  const { t } = useTranslation();
  return at === null ? t('feeds.neverRead') : t('feeds.lastRead', { when: dayAndTimeWithin(at, visitorZone()) });
}
