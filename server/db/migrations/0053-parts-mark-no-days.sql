-- A changed price is written with its event since 0040, in the same transaction, and the trigger of events marks a closed
-- day. The trigger of parts did so a second time, and ran on open days as well.
drop trigger visit_parts_update_day on visit_parts;
drop function mark_part_day;
