// Reads the steps of the setup, and which of them are done.
import { sql } from 'kysely';
import { type SetupState, type SetupStep, setupSteps } from '#contract/reports/setup.ts';
import { isPresentable } from '#server/booking/times/is-presentable.ts';
import { companyTransaction } from '#server/db/transaction.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import { readMailStates } from '#server/messaging/reach/mail-states.ts';

type Row = Record<Exclude<SetupStep, 'mail'>, boolean> & Pick<SetupState, 'isDismissed' | 'isBookable' | 'path'>;

export async function readSetup(context: SignedIn): Promise<SetupState> {
  const { done, ...own } = await companyTransaction(context, { readOnly: true }, readOwn);
  if (!context.user.actions.includes('sys')) {
    return { ...own, done, steps: setupSteps.filter((step) => step !== 'mail') };
  }
  const { account, visit } = await readMailStates({ ...context, db: context.database.read });
  const isMailSent = account === 'sent' && visit === 'sent';
  return { ...own, done: isMailSent ? ['mail', ...done] : done, steps: [...setupSteps] };
}

/** Of the person and the company, in one query. */
async function readOwn({ db, user }: SignedIn): Promise<Omit<SetupState, 'steps'>> {
  const { rows } = await sql<Row>`
    select e.setup_dismissed_at is not null as is_dismissed,
      '/' || l.url_name || '/' || e.url_name as path,
      coalesce(e.is_profile_public and e.is_calendar_public and ${isPresentable}, false) as is_bookable,
      u.first_name <> '' and u.last_name <> '' and c.name <> ''
        and (c.address <> '' or coalesce(l.address, '') <> '') as name,
      c.geolocation_id is not null or l.geolocation_id is not null as place,
      coalesce(k.hours_saved_at is not null, false) as hours,
      exists (select from service_people p join services s on s.company_id = p.company_id and s.id = p.service_id
        where p.company_id = k.company_id and p.calendar_id = k.id and s.is_active) as service,
      e.picture_id is not null as picture,
      e.is_profile_public and e.is_calendar_public as public,
      exists (select from employees o where o.company_id = e.company_id and o.user_id <> e.user_id)
        or exists (select from action_links a where a.company_id = e.company_id and a.purpose = 'invite') as invite,
      e.profile_shared_at is not null as share
    from employees e
    join users u on u.id = e.user_id
    join companies c on c.id = e.company_id
    left join calendars k on k.company_id = e.company_id and k.user_id = e.user_id
    left join lateral (
      select l.* from employee_locations el join locations l on l.company_id = el.company_id and l.id = el.location_id
      where el.company_id = e.company_id and el.user_id = e.user_id order by l.created_at, l.id limit 1) l on true
    where e.company_id = ${user.companyId} and e.user_id = ${user.id}`.execute(db);
  const [row] = rows;
  if (!row) throw notFound();
  const { isDismissed, isBookable, path, ...steps } = row;
  const done = Object.entries(steps).flatMap(([step, isDone]) => (isDone ? [step as SetupStep] : []));
  return { isDismissed, isBookable, path, done };
}
