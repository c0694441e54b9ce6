-- The lists of a company by recipient and subject: the indexes of all companies read the messages of the others in vain.
create index sms_messages_company_to on sms_messages (company_id, folded(to_sms), id) include (created_at);
create index sms_messages_company_subject on sms_messages (company_id, folded(subject), id) include (created_at);
