// The result of a job's last run.
import { useTranslation } from 'react-i18next';
import type { AnyResource, RowOf } from '#contract/lib/resource.ts';
import { systemJobs } from '#contract/operations/jobs.ts';
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

/** Formats a job's result as `sessions: 3, holds: 0`; `isShort` omits zeros. Returns other text unchanged. */
export function formatResult(result: string, isShort = false): string {
  try {
    const read: unknown = JSON.parse(result);
    if (typeof read !== 'object' || read === null) return result;
    const entries = Object.entries(read)
      .filter(([, value]) => !isShort || value !== 0)
      .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}`);
    return entries.join(', ') || '0';
  } catch {
    return result;
  }
}
