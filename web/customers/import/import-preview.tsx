// How a file is read and what an import of it would do, before it does.
import { NativeSelect, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type ImportAnswer, type ImportField, importFields } from '#contract/customers/import.ts';
import classes from './import.module.css';
import { ImportReport } from './import-report.tsx';
import { type Choices, ReadingChoices } from './reading-choices.tsx';

interface Props {
  answer: ImportAnswer;
  isBusy: boolean;
  onChange: (choices: Choices) => void;
}

export function ImportPreview({ answer, isBusy, onChange }: Props) {
  const { t } = useTranslation();
  const { columns, format } = answer;
  const fields = importFields.map((value) => ({ value, label: t(`customers.importField.${value}`) }));
  const map = (column: number, field: ImportField) =>
    onChange({ columns: columns.map((one, at) => (at === column ? field : one.field)) });
  return (
    <>
      <ReadingChoices answer={answer} isBusy={isBusy} onChange={onChange} />
      {format !== 'vcard' && (
        <div className={classes.columns}>
          <Table verticalSpacing={6}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('customers.importColumn')}</Table.Th>
                <Table.Th>{t('customers.importExamples')}</Table.Th>
                <Table.Th>{t('customers.importHolds')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {columns.map(({ title, field, examples }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place; titles can repeat.
                <Table.Tr key={index}>
                  <Table.Td>{title || '–'}</Table.Td>
                  <Table.Td className={classes.examples}>{examples.join(' · ')}</Table.Td>
                  <Table.Td>
                    <NativeSelect
                      aria-label={t('customers.importHoldsOf', { column: title })}
                      data={fields}
                      value={field}
                      disabled={isBusy}
                      // Its values are those of the list above.
                      onChange={(event) => map(index, event.currentTarget.value as ImportField)}
                    />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      <ImportReport answer={answer} />
    </>
  );
}
