// A table of locations or people with their figures and those of the period before.
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { sumOfEuros } from '#contract/lib/money.ts';
import { saveCsv } from '#web/lib/save-csv.ts';
import { Section } from '#web/lib/ui/page/section.tsx';
import classes from './report.module.css';

export interface FigureColumn {
  key: string;
  label: string;
  format(value: number): string;
}

export interface FigureRow {
  key: string;
  name: string;
  values: Readonly<Record<string, number>>;
}

interface Props {
  id: string;
  title: string;
  nameLabel: string;
  columns: readonly FigureColumn[];
  rows: readonly FigureRow[];
  /** Opens what is behind a row. Those without a key lead nowhere. */
  onOpen?: ((key: string) => void) | undefined;
  /** Adds a line with the sums. */
  hasTotal?: boolean;
  fileName: string;
}

export function FiguresTable({ id, title, nameLabel, columns, rows, onOpen, hasTotal = false, fileName }: Props) {
  const { t } = useTranslation();
  const sum = (key: string) => sumOfEuros(rows.map(({ values }) => values[key] ?? 0));
  const save = () =>
    saveCsv(fileName, [
      [nameLabel, ...columns.map(({ label }) => label)],
      ...rows.map(({ name, values }) => [name, ...columns.map(({ key }) => values[key] ?? 0)]),
    ]);
  return (
    <Section
      id={id}
      title={title}
      action={
        rows.length > 0 && (
          <Button
            className={classes.screenOnly}
            variant="subtle"
            size="compact-sm"
            leftSection={<IconDownload size={16} stroke={1.75} />}
            aria-label={`${t('chart.saveCsv')}: ${title}`}
            onClick={save}
          >
            {t('chart.saveCsv')}
          </Button>
        )
      }
    >
      {rows.length === 0 ? (
        <p className={classes.quiet}>{t('reportPage.nothing')}</p>
      ) : (
        // A wide table scrolls within its frame, also by keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        <section className={classes.scroll} tabIndex={0} aria-label={t('chart.table', { title })}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{nameLabel}</th>
                {columns.map(({ key, label }) => (
                  <th key={key} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, name, values }) => (
                <tr key={key}>
                  <th scope="row">
                    {onOpen && key ? (
                      <button
                        type="button"
                        className={classes.rowLink}
                        aria-label={t('reportPage.only', { name })}
                        onClick={() => onOpen(key)}
                      >
                        {name}
                      </button>
                    ) : (
                      name
                    )}
                  </th>
                  {columns.map((column) => (
                    <td key={column.key}>{column.format(values[column.key] ?? 0)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
            {hasTotal && rows.length > 1 && (
              <tfoot>
                <tr>
                  <th scope="row">{t('reportPage.total')}</th>
                  {columns.map(({ key, format }) => (
                    <td key={key}>{format(sum(key))}</td>
                  ))}
                </tr>
              </tfoot>
            )}
          </table>
        </section>
      )}
    </Section>
  );
}
