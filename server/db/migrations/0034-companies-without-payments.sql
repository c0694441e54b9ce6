-- A company may record no payments of visits: its staff are not asked for any.
alter table companies add column records_payments boolean not null default true;
