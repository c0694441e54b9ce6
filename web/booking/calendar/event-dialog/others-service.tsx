// Says that the chosen person does not do the service, and offers those who do.
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Calendar } from '#contract/booking/calendar.ts';
import type { DeskService } from '#contract/booking/visit-rows.ts';
import classes from './parts-field.module.css';

const maxOffered = 3;

interface Props {
  service: DeskService;
  calendarId: string;
  calendars: readonly Calendar[];
  onGive(calendarId: string): void;
}

export function OthersService({ service, calendarId, calendars, onGive }: Props) {
  const { t } = useTranslation();
  const does = (id: string) => service.people.some((person) => person.calendarId === id);
  const person = calendars.find(({ id }) => id === calendarId)?.name;
  const isOthers = person !== undefined && !does(calendarId);
  // The live region is there before its words.
  return (
    <div className={classes.others} role="status">
      {isOthers && (
        <>
          <span>{t('desk.notDone', { person, service: service.name })}</span>
          {calendars
            .filter(({ id }) => does(id))
            .slice(0, maxOffered)
            .map(({ id, name }) => (
              <Button key={id} size="compact-sm" variant="default" onClick={() => onGive(id)}>
                {t('desk.giveTo', { name })}
              </Button>
            ))}
        </>
      )}
    </div>
  );
}
