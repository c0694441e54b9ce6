// The first rows of a file that need attention; the downloads of the report have all.
import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './file-import.module.css';

const maxShown = 50;
/** Pixels below which a table scrolls. */
const columnWidth = 110;

interface Props {
  /** The first column is the line of the file, the last one what stands there. */
  head: string[];
  rows: (string | number)[][];
  /** How many there are in the file: a preview has the first ones. */
  total: number;
}

export function ImportRows({ head, rows, total }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes.leftOut}>
      <Table.ScrollContainer
        minWidth={head.length * columnWidth}
        maxHeight={240}
        scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
      >
        <Table verticalSpacing={4} stickyHeader>
          <Table.Thead>
            <Table.Tr>
              {head.map((title) => (
                <Table.Th key={title}>{title}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.slice(0, maxShown).map((cells) => (
              <Table.Tr key={cells.join('\n')}>
                {cells.map((cell, index) => (
                  <Table.Td
                    // biome-ignore lint/suspicious/noArrayIndexKey: cells are known by their column.
                    key={index}
                    data-head={index === 0 || head.length > 4 ? head[index] : undefined}
                    className={index === 0 ? 'figures' : index === cells.length - 1 ? classes.examples : undefined}
                  >
                    {cell}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {total > maxShown && (
        <p className={classes.note}>{t('customers.firstRows', { shown: maxShown, number: total })}</p>
      )}
    </div>
  );
}
