// Notifies people that an outside calendar has not been read, or not been written: in their feed after an hour, by mail
// after a day.
import { sql } from 'kysely';
import type { OutsideReason } from '#contract/links/outside.ts';
import { maxOutsideObjects } from '#contract/links/outside.ts';
import { transaction } from '#server/db/transaction.ts';
import type { ServiceContext, Services } from '#server/lib/context.ts';
import { supportedLanguage, translate } from '#server/lib/i18n.ts';
import { remind } from '#server/messaging/feed/remind.ts';
import { queueAccountMail } from '#server/messaging/mail/queue-account-mail.ts';

const hoursToFeed = 1;
const hoursToMail = 24;
const perRun = 200;

/** The part of the account page that shows other calendars. */
export const outsideRoute = '/app/user/my-account#other-calendars';

/** `prefix`: of the columns that say how it fails. */
const kinds = [
  { switched: 'c.reads', prefix: '', key: 'calendarNotRead' },
  { switched: 'c.writes', prefix: 'write_', key: 'calendarNotWritten' },
] as const;
type Kind = (typeof kinds)[number];

interface Failing {
  companyId: string;
  id: string;
  name: string;
  host: string;
  reason: OutsideReason;
  status: number | null;
  /** The calendar has failed for a day. */
  isDay: boolean;
  isNotified: boolean;
  userId: string;
  logIn: string;
  language: string | null;
}

/** Notifies once in each way, every time that a calendar begins to fail. Returns the number of notified people. */
export async function notifyOfFailures(
  services: Services,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<number> {
  const context = { ...services, db: services.database.write };
  let notified = 0;
  for (const kind of kinds) {
    for (let number = 0; number < perRun; number++) {
      signal?.throwIfAborted();
      if (!(await transaction(context, (tx) => notifyOfOne(tx, kind)))) break;
      notified++;
    }
  }
  return notified;
}

/** False when none is left. */
async function notifyOfOne(tx: ServiceContext, { switched, prefix, key }: Kind): Promise<boolean> {
  const now = tx.clock.now();
  const column = (name: string) => sql.ref(`c.${prefix}${name}`);
  const [since, notifiedAt, mailedAt] = [column('failing_since'), column('notified_at'), column('mailed_at')];
  const { rows } = await sql<Failing>`
    select c.company_id, c.id, c.name, coalesce(substring(a.address from '^[a-z]+://([^/]+)'), a.address) as host,
      ${column('reason')} as reason, ${column('status')} as status, ${notifiedAt} is not null as is_notified,
      ${since} <= ${now.subtract({ hours: hoursToMail })} as is_day, k.user_id, u.log_in, l.key as language
    from outside_calendars c
    join outside_accounts a on a.company_id = c.company_id and a.id = c.account_id and a.state <> 'off'
    join calendars k on k.company_id = c.company_id and k.id = c.calendar_id
    join employees e on e.company_id = k.company_id and e.user_id = k.user_id
    join users u on u.id = e.user_id
    left join languages l on l.id = u.language_id
    where ${sql.ref(switched)} and ${column('reason')} is not null and ${since} <= ${now.subtract({ hours: hoursToFeed })}
      and (${notifiedAt} is null or (${mailedAt} is null and ${since} <= ${now.subtract({ hours: hoursToMail })}))
    order by ${since}, c.id limit 1 for no key update of c skip locked`.execute(tx.db);
  const [failing] = rows;
  if (!failing) return false;
  const { companyId, id, userId, isNotified, isDay } = failing;
  const language = supportedLanguage(failing.language);
  const calendar = failing.name || failing.host;
  const why = translate(language, `outside.why.${failing.reason}`, {
    status: String(failing.status ?? ''),
    count: maxOutsideObjects,
  });
  if (!isNotified) {
    const text = translate(language, `reminderText.${key}`, { calendar, why });
    await remind(tx, { companyId, userId, type: 'calendarEvent', text, link: outsideRoute });
  }
  if (isDay) {
    await queueAccountMail(tx, key, {
      ...{ to: failing.logIn, language, companyId, about: id, isCounted: true },
      url: `${tx.publicUrl}${outsideRoute}`,
      words: { calendar, why },
    });
  }
  const [notified, mailed] = [sql.ref(`${prefix}notified_at`), sql.ref(`${prefix}mailed_at`)];
  await sql`
    update outside_calendars set ${notified} = coalesce(${notified}, ${now}), ${mailed} = ${isDay ? now : null}
    where company_id = ${companyId} and id = ${id}`.execute(tx.db);
  return true;
}
