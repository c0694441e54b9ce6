// The columns of a file: their headings, first values, and what they hold, which can be changed.
import { NativeSelect, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './file-import.module.css';

interface Props {
  columns: readonly { title: string; field: string; examples: readonly string[] }[];
  fields: { value: string; label: string }[];
  isBusy: boolean;
  onMap: (column: number, field: string) => void;
}

export function ColumnTable({ columns, fields, isBusy, onMap }: Props) {
  const { t } = useTranslation();
  return (
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
                  onChange={(event) => onMap(index, event.currentTarget.value)}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
