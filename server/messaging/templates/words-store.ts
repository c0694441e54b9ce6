// The words of mails in every language, except those that belong to the text of one mail
// (server/messaging/templates/store.ts).
import { type RawBuilder, sql } from 'kysely';
import { languageKeys, messagesUnder } from '#server/lib/i18n.ts';
import { templateKeys } from '#server/messaging/mail/mail-keys.ts';

export function wordRows(): RawBuilder<object> {
  return sql<object>`
    select md5(o.key || ' ' || o.language)::uuid as id, o.key, o.language, coalesce(m.template, o.original) as template,
      o.original, m.key is not null as is_changed, coalesce(m.xmin::text, '0') as version
    from json_to_recordset(${wordsAsJson()}::json) as o (key text, language text, original text)
    left join message_templates m on m.key = o.key and m.language = o.language`;
}

let cachedJson: string | undefined;

function wordsAsJson(): string {
  cachedJson ??= JSON.stringify(
    languageKeys.flatMap((language) =>
      [...messagesUnder(language, 'mail')]
        .filter(([key]) => !isOfOneMail(key))
        .map(([key, original]) => ({ key, language, original })),
    ),
  );
  return cachedJson;
}

const kinds = [...new Set(templateKeys.map((key) => key.split('.')[0]))].join('|');
const ofOneMail = new RegExp(`^mail\\.((${kinds})\\.(subject|heading|lead)\\b|(notYou|entryAttached|entryRemoved)$)`);

function isOfOneMail(key: string): boolean {
  return ofOneMail.test(key);
}
