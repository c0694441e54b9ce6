-- How many links the message of a recipient contains: a scanner follows all of them, and a campaign that was edited has further
-- ones. Null for messages of earlier releases, whose campaigns' links are counted.
alter table campaign_recipients add column link_count integer;
