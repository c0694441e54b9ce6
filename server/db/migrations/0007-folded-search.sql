-- How words are compared in searches: "Rīga" is found by "riga". Letters that are no letter with an accent (ß, ø) stay.
-- Most texts are plain ASCII, of which only the case is folded: as many bytes as characters.

create function folded(words text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return case when octet_length(words) = char_length(words) then lower(words)
    else regexp_replace(normalize(lower(words), NFKD), '[\u0300-\u036f]+', '', 'g') end;
end $$;
