-- Whether a campaign was sent within a week: the cap is only looked into where two were.
create index campaign_recipients_campaign_day on campaign_recipients (company_id, campaign_id, day) where day is not null;
