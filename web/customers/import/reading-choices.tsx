// Choices about a file that does not say them for certain: its encoding, sheet, header row, and the order of days.
import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type DayOrder, dayOrders, type ImportAnswer, type ImportField } from '#contract/customers/import.ts';
import classes from '#web/lib/ui/file-import/file-import.module.css';

/** The choices of a person; the rest is recognized. */
export interface Choices {
  columns?: ImportField[] | undefined;
  charset?: string | undefined;
  sheet?: string | undefined;
  headerLine?: number | undefined;
  dayOrder?: DayOrder | undefined;
}

interface Props {
  answer: Pick<
    ImportAnswer,
    'charset' | 'charsets' | 'separator' | 'sheetNames' | 'sheet' | 'headerLine' | 'firstLines' | 'dayOrder'
  > & { format: string };
  isBusy: boolean;
  onChange: (choices: Omit<Choices, 'columns'>) => void;
}

export function ReadingChoices({ answer, isBusy, onChange }: Props) {
  const { t } = useTranslation();
  const { format, charset, charsets, separator, sheetNames, sheet, headerLine, firstLines, dayOrder } = answer;
  const separators: Record<string, string> = { '\t': t('customers.tab') };
  return (
    <>
      {format === 'csv' && (
        <p className={classes.quiet}>
          {t('customers.importRead', {
            charset: charset.toUpperCase(),
            separator: separators[separator] ?? separator,
          })}
        </p>
      )}
      <div className={classes.choices}>
        {charsets.length > 1 && (
          <NativeSelect
            label={t('customers.importEncoding')}
            data={charsets.map((one) => ({ value: one.charset, label: `${one.sample} (${one.charset})` }))}
            value={charset}
            disabled={isBusy}
            onChange={(event) => onChange({ charset: event.currentTarget.value })}
          />
        )}
        {sheetNames.length > 1 && (
          <NativeSelect
            label={t('customers.importSheet')}
            data={sheetNames}
            value={sheet}
            disabled={isBusy}
            // The header row of another sheet is another.
            onChange={(event) => onChange({ sheet: event.currentTarget.value, headerLine: undefined })}
          />
        )}
        {firstLines.length > 1 && (
          <NativeSelect
            label={t('customers.importHeaderLine')}
            data={[
              ...firstLines.map(({ line, text }) => ({ value: String(line), label: `${line}: ${text}` })),
              { value: '0', label: t('customers.importNoHeader') },
            ]}
            value={String(headerLine)}
            disabled={isBusy}
            onChange={(event) => onChange({ headerLine: Number(event.currentTarget.value) })}
          />
        )}
        {dayOrder && (
          <NativeSelect
            label={t('customers.importDayOrder')}
            data={dayOrders.map((value) => ({ value, label: t(`customers.dayOrder.${value}`) }))}
            value={dayOrder}
            disabled={isBusy}
            // Its values are those of the list above.
            onChange={(event) => onChange({ dayOrder: event.currentTarget.value as DayOrder })}
          />
        )}
      </div>
    </>
  );
}
