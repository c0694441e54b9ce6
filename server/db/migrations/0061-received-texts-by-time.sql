-- The list of a company's received texts is limited by their time.
drop index inbound_messages_company;
create index inbound_messages_company on inbound_messages (company_id, created_at desc, id desc) where company_id is not null;
