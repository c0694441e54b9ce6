-- What was booked with somebody belongs to the company, also when he is gone.

alter table calendars alter user_id drop not null;
alter table calendars drop constraint calendars_company_id_user_id_fkey;
alter table calendars add foreign key (company_id, user_id) references employees on delete set null (user_id);
