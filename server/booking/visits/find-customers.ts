// Finds customers by the words that staff type.
import { sql } from 'kysely';
import { visits } from '#contract/booking/visits.ts';
import { reachesContact } from '#server/customers/reach/reach.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { JsonText } from '#server/lib/http/answer.ts';
import { listAsJson } from '#server/lib/sql/as-json.ts';
import { escaped, searchWords } from '#server/lib/sql/search-words.ts';

const maxCustomers = 10;
/** Matches that are ranked. */
const maxMatches = 250;

/**
 * All customers of the company by name, e-mail and phone number, with their last visit where the caller may know it.
 * First those that begin with the first word, then those with a word that does, then the rest.
 */
export async function findCustomers({ db, user }: SignedIn, { search }: { search: string }): Promise<JsonText> {
  const words = searchWords(search);
  if (words.length === 0) return new JsonText('[]');
  const first = escaped(words[0] ?? '');
  const patterns = words.map((word) => `%${escaped(word)}%`);
  return listAsJson(
    db,
    visits.findCustomers.output,
    sql`
      select c.id, c.name, c.e_mail, c.phone_number, case when ${reachesContact(user)} then c.last_visit end as last_visit from find_contacts(${patterns}::text[], ${maxMatches}::int) c
      where c.company_id = ${user.companyId}
      order by case when folded(c.name) like ${`${first}%`} then 0 when folded(c.name) like ${`% ${first}%`} then 1 else 2 end,
        c.last_visit desc nulls last, c.name, c.id limit ${maxCustomers}`,
  );
}
