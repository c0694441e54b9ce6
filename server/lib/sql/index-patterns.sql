-- Returns the patterns that a text must match, one of them, for the index to serve the longest of some patterns such as
-- '%anna%': itself, or for a short word its beginning of the text, of a later word, or of a later line. Null if it has
-- no letter.
--
-- The index of words holds groups of three letters. A word of one or two letters has none; where a word begins, the
-- index has its first letters too, together with the gap before it. A search whose longest word is that short finds it
-- at the beginning of a word only. The domains of addresses are shared: their groups are in most texts, and their lists
-- are the longest. The part before them is enough for the index, where it is long; the functions of the search compare
-- the whole address afterwards.
create or replace function index_patterns(patterns text[], out first text, out later text, out line text)
  language plpgsql immutable
  parallel safe as $$
declare
  -- An index serves one pattern at a time: the longest has the fewest matches.
  longest text := (select p from unnest(patterns) p order by length(p) desc limit 1);
  word text := substr(longest, 2, length(longest) - 2);
begin
  if word !~ '[[:alnum:]]' then return; end if;
  if length(word) > 2 then
    if word ~ '^[^@]{8,}@.' then longest := '%' || split_part(word, '@', 1) || '@%'; end if;
    first := longest;
    later := longest;
    line := longest;
  else
    first := word || '%';
    later := '% ' || word || '%';
    line := '%' || chr(10) || word || '%';
  end if;
end $$;
