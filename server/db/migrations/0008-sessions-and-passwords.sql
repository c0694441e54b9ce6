-- The net of 0005 also around sessions, which carry a company, and without the passwords of the accounts.

revoke all on sessions from daybook_company;
call guard_company_table('sessions');

revoke select on users from daybook_company;
do $$ begin
  execute (
    select format('grant select (%s) on users to daybook_company', string_agg(quote_ident(attname), ', ' order by attnum))
    from pg_attribute
    where attrelid = 'users'::regclass and attnum > 0 and not attisdropped and attname <> 'password_hash');
end $$;
