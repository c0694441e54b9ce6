-- Whoever is signed in when he reads the notice of cookies: which version, in which language, and when.

alter table user_agreements drop constraint user_agreements_kind_check;
alter table user_agreements add constraint user_agreements_kind_check check (kind in ('terms', 'privacy', 'cookies'));
