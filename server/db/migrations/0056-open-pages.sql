-- Who may open a page is said once, by the page.

alter table menu_items drop column may;

-- Whether somebody with these actions (the roles among them include one another as server/lib/http/may.ts says), to whom these pages
-- are granted, may open a page. A grant never opens what is the operator's alone.
create function may_open(page pages, actions text[], granted text[]) returns boolean language sql immutable parallel safe as $$
  select (not page.only_sys or 'sys' = any(actions)) and (page.s_ref = any(granted) or case page.may
    when 'user' then true
    when 'lcladmin' then actions && array['lcladmin', 'admin', 'sys']
    when 'admin' then actions && array['admin', 'sys']
    else 'sys' = any(actions)
  end)
$$;
