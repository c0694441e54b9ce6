// A chart with its result in words, the table behind it, and the table as CSV.
import { Button } from '@mantine/core';
import { IconChartBar, IconDownload, IconTable } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveCsv } from '#web/lib/save-csv.ts';
import classes from './chart.module.css';
import { Plot, type PlotProps } from './plot.tsx';

interface Props extends PlotProps {
  /** The result in words. */
  summary: ReactNode;
  /** The head of the first column. */
  nameLabel: string;
  /** The name of the CSV file. */
  fileName: string;
  /** Draws the name of a row, such as a link to what is behind it. */
  rowName?: ((key: string, name: string) => ReactNode) | undefined;
  /** Shows the heading as a smaller one, among other charts. */
  level?: 2 | 3;
  /** Instead of the drawing, when there is nothing to draw. */
  empty?: ReactNode;
  /** Beside the heading. */
  action?: ReactNode;
}

export function Chart(props: Props) {
  const { title, summary, series, points, empty, level = 2, action } = props;
  const { t } = useTranslation();
  const [isTable, showTable] = useState(false);
  const id = useId();
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <figure className={classes.figure} aria-labelledby={id}>
      <figcaption>
        <div className={classes.head}>
          <Heading id={id} className={classes.title}>
            {title}
          </Heading>
          {action}
        </div>
        <p className={classes.summary}>{summary}</p>
      </figcaption>
      {empty ?? (
        <>
          {series.length > 1 && !isTable && (
            <ul className={classes.legend}>
              {series.map(({ name, look }) => (
                <li key={name} data-look={look} data-kind={props.kind}>
                  {name}
                </li>
              ))}
            </ul>
          )}
          {isTable ? <Table {...props} /> : <Plot {...props} />}
          <div className={classes.tools}>
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={isTable ? <IconChartBar size={16} stroke={1.75} /> : <IconTable size={16} stroke={1.75} />}
              aria-label={`${t(isTable ? 'chart.showChart' : 'chart.showTable')}: ${title}`}
              onClick={() => showTable(!isTable)}
            >
              {t(isTable ? 'chart.showChart' : 'chart.showTable')}
            </Button>
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconDownload size={16} stroke={1.75} />}
              aria-label={`${t('chart.saveCsv')}: ${title}`}
              onClick={() => saveCsv(props.fileName, tableOf(props))}
            >
              {t('chart.saveCsv')}
            </Button>
          </div>
          <span className="unseen">{t('chart.keys', { count: points.length })}</span>
        </>
      )}
    </figure>
  );
}

function Table({ title, nameLabel, series, points, format, rowName }: Props) {
  const { t } = useTranslation();
  return (
    // A wide table scrolls within its frame, also by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={classes.table} tabIndex={0} aria-label={t('chart.table', { title })}>
      <table>
        <thead>
          <tr>
            <th scope="col">{nameLabel}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map(({ key, name, values }) => (
            <tr key={key}>
              <th scope="row">{rowName ? rowName(key, name) : name}</th>
              {series.map((one, index) => (
                <td key={one.name}>{formatted(values[index], format)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function formatted(value: number | null | undefined, format: (value: number) => string): string {
  return value === null || value === undefined ? '–' : format(value);
}

function tableOf({ nameLabel, series, points }: Props): (string | number)[][] {
  return [
    [nameLabel, ...series.map(({ name }) => name)],
    ...points.map(({ key, name, values }) => [
      /^\d{4}-\d\d/.test(key) ? key : name,
      ...values.map((value) => value ?? ''),
    ]),
  ];
}
