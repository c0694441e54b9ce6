-- Indexes for the orders of the lists of mails and SMS by state and by the beginning of the text.

-- The deliveries of each state, the newest first, of all companies and of one. A delivery that is being sent stays out:
-- there are few at a time, and each would leave two dead entries.
drop index deliveries_state;
create index deliveries_state on deliveries (medium, state, created_at desc, id) where state <> 'sending';
create index deliveries_company_state on deliveries (company_id, medium, state, created_at desc, id)
  where state <> 'sending';

-- A text is sorted by its first letters: an entry of an index is short, and a text may be long. Those of a mail with
-- shared content, which has no text of its own, are stored, folded: a campaign writes many mails.
alter table email_messages add column beginning text;
update email_messages m set beginning = left(folded(left(mask_links(replace(replace(replace(replace(left(c.plain, 1000),
    '{{name}}', coalesce(m.fields ->> 'name', '')), '{{company}}', coalesce(m.fields ->> 'company', '')),
    '{{visit}}', coalesce(m.fields ->> 'visit', '')), '{{unsubscribe}}', coalesce(m.fields ->> 'unsubscribe', ''))), 200)), 100)
from message_contents c where c.company_id = m.company_id and c.id = m.content_id;

create index email_messages_text on email_messages (left(coalesce(beginning, folded(left(plain, 200))), 100), created_at, id);
create index email_messages_company_text on email_messages
  (company_id, left(coalesce(beginning, folded(left(plain, 200))), 100), created_at, id);
create index sms_messages_text on sms_messages (left(folded(left(message, 200)), 100), created_at, id);
create index sms_messages_company_text on sms_messages (company_id, left(folded(left(message, 200)), 100), created_at, id);
