// Adds a reminder to the feed of every operator of the installation.
import { sql } from 'kysely';
import type { ReminderType } from '#contract/messaging/feed.ts';
import type { MessageKey } from '#i18n/keys.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { languageKeys, translate } from '#server/lib/i18n.ts';
import { remind } from './remind.ts';

interface OperatorNotice {
  type: ReminderType;
  words: MessageKey;
  params?: Record<string, string>;
  link?: string;
}

/**
 * Writes with `context.db`, which has the owner role. Each operator gets the reminder in their own language, in every
 * company where they operate.
 */
export async function remindOperators(
  context: ServiceContext,
  { type, words, params, link }: OperatorNotice,
): Promise<void> {
  const { rows } = await sql<{ companyId: string; userId: string; language: string | null }>`
    select e.company_id, e.user_id, l.key as language
    from employees e join users u on u.id = e.user_id left join languages l on l.id = u.language_id
    where (e.company_id, e.user_id) in (
      select own.company_id, own.user_id from user_actions own join actions a on a.id = own.action_id where a.name = 'sys'
      union
      select of.company_id, of.user_id from user_groups of
        join group_actions given on given.group_id = of.group_id join actions a on a.id = given.action_id where a.name = 'sys')`.execute(
    context.db,
  );
  for (const { companyId, userId, language } of rows) {
    const supported = language && languageKeys.includes(language) ? language : 'en';
    await remind(context, { companyId, userId, type, text: translate(supported, words, params), link });
  }
}
