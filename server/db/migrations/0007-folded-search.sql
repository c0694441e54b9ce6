-- How words are compared in searches: "Rīga" is found by "riga". Letters that are no letter with an accent (ß, ø) stay.

create function folded(words text) returns text language sql immutable strict parallel safe as
  $$ select regexp_replace(normalize(lower(words), NFKD), '[\u0300-\u036f]+', '', 'g') $$;
