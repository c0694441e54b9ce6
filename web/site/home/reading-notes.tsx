// How the text of a search was read: the time and the place that it names, and the words that find nothing.
import { useTranslation } from 'react-i18next';
import classes from './people-list.module.css';
import type { SearchReading } from './use-people.ts';

export function ReadingNotes({ reading, isEmpty }: { reading: SearchReading; isEmpty: boolean }) {
  const { t } = useTranslation();
  const { time, near, corrected, unmatched } = reading;
  const notes = [
    ...(time ? [t(`home.only.${time}`)] : []),
    ...(near ? [t('home.near', { place: near })] : []),
    ...corrected.map(({ typed, words }) => t('home.corrected', { typed, words: words.join(', ') })),
    // An empty list says so itself.
    ...(unmatched.length > 0 && !isEmpty ? [t('home.unmatched', { words: unmatched.join(' ') })] : []),
  ];
  if (notes.length === 0) return null;
  return (
    <ul className={classes.notes}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}
