-- Fills the placeholders of a shared content, for the lists of messages: the values are escaped.
create or replace function fill_content(content text, fields jsonb) returns text
  language plpgsql immutable parallel safe as $$
declare
  field record;
begin
  for field in select key, value from jsonb_each_text(fields) loop
    content := replace(content, '{{' || field.key || '}}',
      replace(replace(replace(replace(field.value, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;'));
  end loop;
  return content;
end $$;
