// Names the customer that a feed is for.
import { sql } from 'kysely';

/** The hash of the address of a visit `v` or, without one, of its contact: another customer has another one. */
export const ownerHashOfVisit = sql<Buffer>`sha256(convert_to(
  case when v.e_mail = '' then coalesce(v.contact_id::text, '') else lower(v.e_mail) end, 'UTF8'))`;
