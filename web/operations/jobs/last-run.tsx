// The result of a job's last run.
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import type { AnyResource, RowOf } from '#contract/lib/resource.ts';
import { systemJobs } from '#contract/operations/jobs.ts';
import { uncheckedKey } from '#i18n/keys.ts';
import { momentOf, visitorZone } from '#web/lib/dates.ts';
import { fieldLabel } from '#web/lib/grid/list-text.ts';
import classes from './last-run.module.css';

export type JobRow = RowOf<typeof systemJobs.declared>;

export function LastRun({ job }: { job: JobRow }) {
  const { t } = useTranslation();
  const label = (field: keyof JobRow) => fieldLabel(systemJobs as unknown as AnyResource, field); // Every list has labels.
  const moment = (when: string | null) => (when ? momentOf(when, visitorZone()) : '–');
  return (
    <section className={classes.part}>
      <h3 className={classes.heading}>{t('list.jobs.lastRun')}</h3>
      {job.lastStarted ? (
        <dl className={classes.facts}>
          <div>
            <dt>{label('lastStarted')}</dt>
            <dd className="figures">{moment(job.lastStarted)}</dd>
          </div>
          <div>
            <dt>{label('lastEnded')}</dt>
            <dd className="figures">{moment(job.lastEnded)}</dd>
          </div>
          <div>
            <dt>{label('lastResult')}</dt>
            <dd>{formatResult(job.lastResult) || '–'}</dd>
          </div>
          <div>
            <dt>{label('lastError')}</dt>
            <dd>{job.lastError || '–'}</dd>
          </div>
        </dl>
      ) : (
        <p className={classes.none}>{t('list.jobs.neverRan')}</p>
      )}
    </section>
  );
}

/** Formats a job's result as `3 sessions deleted, 2 failed`; `isShort` omits zeros. Returns other text unchanged. */
export function formatResult(result: string, isShort = false): string {
  try {
    const read: unknown = JSON.parse(result);
    if (typeof read !== 'object' || read === null) return result;
    const entries = Object.entries(read)
      .filter(([, value]) => !isNothing(value) || (!isShort && typeof value === 'number'))
      .map(([name, value]) => formatCount(name, value));
    return entries.join(', ') || i18next.t('list.jobs.nothing');
  } catch {
    return result;
  }
}

function isNothing(value: unknown): boolean {
  return value === 0 || value === false || (Array.isArray(value) && value.length === 0);
}

/** A name that has no words is shown as it is. */
function formatCount(name: string, value: unknown): string {
  const plain = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const words = i18next.t(uncheckedKey(`list.jobs.result.${plain}`), { defaultValue: name });
  if (value === true) return words;
  if (Array.isArray(value)) return `${value.length} ${words} (${value.join(', ')})`;
  return `${typeof value === 'object' ? JSON.stringify(value) : value} ${words}`;
}
