// The toolbar above the calendar: title, previous and next, view, new event.
import { ActionIcon, Button, NativeSelect, SegmentedControl } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconChevronLeft, IconChevronRight, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './calendar-toolbar.module.css';
import { type CalendarView, isTeamView } from './view/calendar-search.ts';
import { pageUnit } from './view/shown-days.ts';

interface Props {
  title: string;
  /** Shown if it differs from the zone of the user's device. */
  zone?: string;
  view: CalendarView;
  views: readonly CalendarView[];
  /** The views take a single field, and the button for today is the number of its day. */
  isSmall: boolean;
  today: number;
  onView: (view: CalendarView) => void;
  onTurn: (pages: number) => void;
  onToday: () => void;
  onNew: () => void;
  /** A button beside that for a new event. */
  extra?: ReactNode;
  /** Unfolds or folds the side panel; undefined where it is always open or missing. */
  onSide?: (() => void) | undefined;
  isSideShown?: boolean;
  /** A part of another page has a heading of the second level. */
  isPart?: boolean;
}

export function CalendarToolbar({
  title,
  zone,
  view,
  views,
  isSmall,
  today,
  onView,
  onTurn,
  onToday,
  onNew,
  extra,
  onSide,
  isSideShown,
  isPart,
}: Props) {
  const { t } = useTranslation();
  const Title = isPart ? 'h2' : 'h1';
  return (
    <div className={classes.bar} data-many={views.length > 3 || undefined}>
      <div className={classes.period} data-bar-title={!isPart || undefined}>
        <Title className={classes.title} aria-live="polite">
          {title}
        </Title>
        {zone && <span className={classes.zone}>{zone}</span>}
      </div>
      <div className={classes.paging}>
        {isSmall && !isPart ? (
          <ActionIcon variant="default" size={36} aria-label={`${t('calendar.today')}, ${today}`} onClick={onToday}>
            <span className={classes.today}>{today}</span>
          </ActionIcon>
        ) : (
          <Button variant="default" size="sm" onClick={onToday}>
            {t('calendar.today')}
          </Button>
        )}
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t(`calendar.previous.${pageUnit(view)}`)}
          onClick={() => onTurn(-1)}
        >
          <IconChevronLeft size={18} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t(`calendar.next.${pageUnit(view)}`)}
          onClick={() => onTurn(1)}
        >
          <IconChevronRight size={18} />
        </ActionIcon>
      </div>
      {isSmall ? (
        <NativeSelect
          className={classes.views}
          aria-label={t('calendar.view')}
          value={view}
          onChange={({ currentTarget }) => onView(currentTarget.value as CalendarView)}
          data={views.map((value) => ({ value, label: t(`calendar.views.${value}`) }))}
        />
      ) : (
        <SegmentedControl
          className={classes.views}
          size="sm"
          aria-label={t('calendar.view')}
          value={isTeamView(view) ? 'team' : view}
          onChange={(chosen) => onView(chosen as CalendarView)}
          data={views.map((value) => ({
            value,
            label: t(isTeamView(value) ? 'team.title' : `calendar.views.${value}`),
          }))}
        />
      )}
      {onSide && (
        <ActionIcon
          className={classes.side}
          variant="default"
          size={36}
          aria-label={t('calendar.options')}
          aria-expanded={isSideShown}
          onClick={onSide}
        >
          <IconAdjustmentsHorizontal size={18} />
        </ActionIcon>
      )}
      {extra}
      <Button
        className={isPart ? undefined : classes.new}
        // On phones it floats above the bar.
        data-bottom-bar
        size="sm"
        leftSection={<IconPlus size={17} />}
        onClick={onNew}
      >
        {t('calendar.newEvent')}
      </Button>
    </div>
  );
}
