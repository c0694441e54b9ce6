-- The tokens of the links of a message, apart from its text: the stored text has `***` for each.

-- By the name of the text, where each mask stands (in UTF-16 code units, as JavaScript counts) and the token there.
-- Empty once it was sent or given up, and of a restored message; null for one without such links.
alter table deliveries add column links jsonb;

-- The tokens that `mask_links` masks. Messages that may still leave, or are still read in /demo/mail, keep theirs.
with texts as (
  select m.id, t.name, t.words
  from email_messages m cross join lateral (
    values ('html', m.html), ('plain', m.plain)
    union all select 'fields.' || key, value from jsonb_each_text(m.fields)
    union all select 'headers.' || key, value from jsonb_each_text(m.headers)) t (name, words)
  union all
  select id, 'message', message from sms_messages),
found as (
  select t.id, jsonb_object_agg(t.name, (
    with parts as (
      select part, number
      from regexp_split_to_table(t.words, '[/=](?=[A-Za-z0-9_-]{22})[a-z0-9_-]*[A-Z][A-Za-z0-9_-]*')
        with ordinality as p (part, number)),
    placed as (
      -- Before each mask are the parts, the separators and the masks up to it.
      select number, number + 3 * (number - 1)
        + sum(length(part) + length(regexp_replace(part, '[\u0001-\uffff]+', '', 'g'))) over (order by number) as at
      from parts)
    select jsonb_agg(jsonb_build_array(p.at, substr(f.match[1], 2)) order by f.number)
    from regexp_matches(t.words, '([/=](?=[A-Za-z0-9_-]{22})[a-z0-9_-]*[A-Z][A-Za-z0-9_-]*)', 'g')
      with ordinality as f (match, number) join placed p using (number))) as links
  from texts t where mask_links(t.words) <> t.words group by t.id)
update deliveries d set links = case
    when d.state in ('sent', 'delivered', 'undelivered', 'cancelled') or d.given_up_at is not null then '{}'
    else f.links end
from found f where f.id = d.id;

update email_messages m set html = mask_links(html), plain = mask_links(plain),
  fields = (select coalesce(jsonb_object_agg(key, mask_links(value)), m.fields) from jsonb_each_text(m.fields)),
  headers = (select coalesce(jsonb_object_agg(key, mask_links(value)), m.headers) from jsonb_each_text(m.headers))
from deliveries d where d.id = m.id and d.links is not null;
update sms_messages m set message = mask_links(message) from deliveries d where d.id = m.id and d.links is not null;

-- Archives of companies that were made before have the tokens of settled messages: these links are ended or lose their
-- power over others. Links of visits stay, for customers cancel by them, but no longer prove an address.
with archived as (
  select company_id, max(coalesce(ended_at, created_at)) as until from backups where state in ('done', 'expired')
  group by company_id),
found as (
  select l.token_hash from action_links l join archived a on a.company_id = l.company_id and l.created_at <= a.until
  union
  select l.token_hash from action_links l join employees e on e.user_id = l.user_id
    join archived a on a.company_id = e.company_id and l.created_at <= a.until)
update action_links l set
  expires_at = case l.purpose when 'appointment' then l.expires_at else least(l.expires_at, now()) end,
  e_mail = case l.purpose when 'appointment' then '' else l.e_mail end
from found f where f.token_hash = l.token_hash;
