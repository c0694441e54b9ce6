// The card of the sign-in and registration pages: a title, a sentence and a form.
import type { ReactNode } from 'react';
import { headingFace } from '#web/lib/heading-face.ts';
import { useTitle } from '#web/lib/ui/page/use-title.ts';
import classes from './entry.module.css';
import './entry-styles.ts';

export function EntryCard({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  useTitle(title);
  return (
    <div className={classes.page}>
      <section className={classes.card} aria-labelledby="entry-title">
        <h1 id="entry-title" className={classes.title} {...headingFace(title)}>
          {title}
        </h1>
        {lead && <p className={classes.lead}>{lead}</p>}
        {children}
      </section>
    </div>
  );
}
