-- Who can undo the last change of a visit, until when, and a hash of the facts before it; no hash for a new visit.
alter table visits add column undo_by uuid, add column undo_until timestamptz, add column undo_facts text;
