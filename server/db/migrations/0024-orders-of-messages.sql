-- Indexes for the orders of the lists of mails and SMS by sender, and by the name of the location: the messages of a
-- location are read the newest first. Those of a company have an index already.

create index email_messages_from on email_messages (folded(from_e_mail), id) include (created_at, from_e_mail);
create index email_messages_company_from on email_messages (company_id, folded(from_e_mail), id) include (created_at);
drop index email_messages_location;
create index email_messages_location on email_messages (location_id, created_at desc, id);

create index sms_messages_from on sms_messages (folded(from_sms), id) include (created_at, from_sms);
create index sms_messages_company_from on sms_messages (company_id, folded(from_sms), id) include (created_at);
drop index sms_messages_location;
create index sms_messages_location on sms_messages (location_id, created_at desc, id);
