// Tells the operator where the server, the database and this browser have different rules of a time zone in use.
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { systemLogs, type ZoneComparison } from '#contract/operations/logs.ts';
import { query } from '#web/lib/client/client.ts';
import { dayAndTime, inZone } from '#web/lib/dates.ts';
import { firstDifference } from '#web/lib/zones.ts';
import classes from './zone-differences.module.css';

export function ZoneDifferences() {
  const { t } = useTranslation();
  const { data = [] } = useQuery(query(systemLogs.operations.getZoneRules, {}));
  const differences = data.flatMap((zone) =>
    Object.entries({ node: zone.node, database: zone.database, browser: inBrowser(zone) }).flatMap(([source, first]) =>
      first === null ? [] : [{ source: source as 'node' | 'database' | 'browser', zone: zone.timeZone, first }],
    ),
  );
  if (differences.length === 0) return null;
  return (
    <Alert color="orange" variant="light" role="status">
      <p className={classes.lead}>{t('list.systemlogs.zones.title')}</p>
      <ul className={classes.list}>
        {differences.map(({ source, zone, first }) => (
          <li key={`${source} ${zone}`}>
            {t(`list.systemlogs.zones.${source}`, { zone, when: dayAndTime(first, zone) })}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

/** When this browser first has another offset, as the server says it. */
function inBrowser({ timeZone, starts, offsets }: ZoneComparison): string | null {
  const rules = { starts: starts.map((start) => Temporal.Instant.from(start).epochMilliseconds), offsets };
  const at = firstDifference(timeZone, rules);
  return at === undefined ? null : inZone(Temporal.Instant.fromEpochMilliseconds(at), timeZone);
}
