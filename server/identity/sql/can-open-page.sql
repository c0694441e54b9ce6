-- Returns whether these actions, or a grant of the page itself, open a page. Roles include one another as in
-- server/lib/http/may.ts. No grant opens a page that is reserved for operators.
create or replace function can_open_page(page pages, actions text[], granted text[]) returns boolean
  language sql immutable parallel safe as $$
  select (not page.only_sys or 'sys' = any(actions)) and (page.s_ref = any(granted) or case page.may
    when 'user' then true
    when 'lcladmin' then actions && array['lcladmin', 'admin', 'sys']
    when 'admin' then actions && array['admin', 'sys']
    else 'sys' = any(actions)
  end)
$$;
