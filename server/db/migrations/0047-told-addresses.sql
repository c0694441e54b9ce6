-- A link in a mail to a former address of a visit does nothing: the visit belongs to another customer, or the address
-- was mistyped.
alter table action_links add column is_revoked boolean not null default false;

-- From now on it is recorded whom a mail told of a visit. Until now that was the customer of the visit.
update visits set
  told = told || jsonb_build_object('eMail', e_mail, 'contactId', contact_id, 'name', name, 'language', language),
  telling = telling || jsonb_build_object('eMail', e_mail, 'contactId', contact_id, 'name', name, 'language', language)
where end_at > now() and (told is not null or telling is not null);
