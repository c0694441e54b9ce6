-- Audiences are counted from one index: the addresses of customers as numbers, in their order, with what conditions ask.
-- Generated, not written by triggers: they are of the row alone, so no change of another customer waits for it.
alter table contacts
  add column mail_hash bigint generated always as (case when e_mail <> '' then hashtextextended(lower(e_mail), 0) end) stored,
  -- A number without its country cannot be called from everywhere.
  add column sms_hash bigint generated always as (case when left(phone_key, 1) = '+' then hashtextextended(phone_key, 0) end) stored;
create index contacts_audience on contacts (company_id, mail_hash) include (id, sms_hash, mail_consent, sms_consent,
  preferred_channel, visits_count, last_visit, next_visit, language, birthday) where merged_into is null;

-- So is the cap of a week.
drop index campaign_recipients_day;
create index campaign_recipients_day on campaign_recipients (company_id, day)
  include (campaign_id, contact_id, sent_at, left_out) where day is not null;
