// A small table of names and amounts, such as the payments of a session.
import { useId } from 'react';
import { formatFullEuro } from '#web/lib/money.ts';
import classes from './figures.module.css';

export interface TillFigure {
  name: string;
  note?: string;
  /** Euros; a text is shown as it is. */
  amount: number | string;
}

interface Props {
  title: string;
  rows: readonly TillFigure[];
  total?: TillFigure;
}

/** Nothing without rows. */
export function TillFigures({ title, rows, total }: Props) {
  const id = useId();
  if (rows.length === 0) return null;
  return (
    <section className={classes.figures} aria-labelledby={id}>
      <h3 id={id} className={classes.title}>
        {title}
      </h3>
      <dl className={classes.list}>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two rows may be alike, and none has a state.
          <Row key={index} {...row} />
        ))}
        {total && <Row {...total} isTotal />}
      </dl>
    </section>
  );
}

function Row({ name, note, amount, isTotal = false }: TillFigure & { isTotal?: boolean }) {
  return (
    <div className={classes.row} data-total={isTotal || undefined}>
      <dt>
        {name}
        {note && <span className={classes.note}>{note}</span>}
      </dt>
      <dd className="figures">{typeof amount === 'number' ? formatFullEuro(amount) : amount}</dd>
    </div>
  );
}
