// Finds the people and services that a file means by their names.
import { folded } from '#contract/lib/folded.ts';
import type { ImportPerson } from './company-data.ts';

/** Letters and figures, in the order of the alphabet: "Berg, Anna" is "Anna Berg". */
const wordsOf = (name: string) =>
  folded(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
const sorted = (name: string) => wordsOf(name).toSorted().join(' ');

/** By the whole name, the address, else by a first or last name or initials that one person has. */
export function findPerson(name: string, people: readonly ImportPerson[]): ImportPerson | undefined {
  const wanted = sorted(name);
  if (!wanted) return undefined;
  const whole = people.filter((one) => sorted(one.name) === wanted || folded(one.eMail) === folded(name.trim()));
  if (whole.length > 0) return whole.length === 1 ? whole[0] : undefined;
  const words = wordsOf(name);
  const fits = people.filter(({ firstName, lastName }) => {
    const [first, last] = [folded(firstName), folded(lastName)];
    if (words.length === 1) return words[0] === first || words[0] === last;
    const [one = '', other = ''] = words;
    const isInitial = (word: string, name: string) => word.length === 1 && name.startsWith(word);
    return (
      words.length === 2 && ((one === first && isInitial(other, last)) || (isInitial(one, first) && other === last))
    );
  });
  return fits.length === 1 ? fits[0] : undefined;
}

/** By the same words; of several, the first. */
export function matchByName<T extends { name: string }>(name: string, among: readonly T[]): T | undefined {
  const wanted = wordsOf(name).join(' ');
  return wanted ? among.find((one) => wordsOf(one.name).join(' ') === wanted) : undefined;
}

/** Marks and words between the names of services in one cell. */
const between = /\s*[,;\n|+&]\s*|\s+[/]\s+|\s+(?:and|und|et|y|e|un|ir|och|og|ja|i|en|и|та)\s+/i;
const maxListed = 10;

/** The services that a text lists, all of which are known; undefined for a name alone. */
export function matchSeveral<T extends { name: string }>(text: string, among: readonly T[]): T[] | undefined {
  const names = text.split(between).filter(Boolean);
  if (names.length < 2 || names.length > maxListed) return undefined;
  const found = names.flatMap((name) => matchByName(name, among) ?? []);
  return found.length === names.length ? found : undefined;
}
