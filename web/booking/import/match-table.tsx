// The people or services that a file names, and whom or what they are here.
import { NativeSelect, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type BookingImportAnswer, severalServices } from '#contract/booking/import.ts';
import classes from '#web/lib/ui/file-import/file-import.module.css';

interface Props {
  title: string;
  label: 'imports.personOf' | 'imports.serviceOf';
  /** The choice of no match. */
  none: string;
  matches: (BookingImportAnswer['people'][number] & { parts?: string[] })[];
  data: { value: string; label: string }[];
  isBusy: boolean;
  onChange: (ids: (string | null)[]) => void;
}

export function MatchTable({ title, label, none, matches, data, isBusy, onChange }: Props) {
  const { t } = useTranslation();
  if (matches.length === 0) return null;
  const choose = (at: number, value: string) =>
    onChange(matches.map(({ id }, index) => (index === at ? value || null : id)));
  return (
    <section className={classes.columns}>
      <h3 className={classes.lead}>{title}</h3>
      <Table.ScrollContainer minWidth={320} maxHeight={280}>
        <Table verticalSpacing={6} stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('imports.inFile')}</Table.Th>
              <Table.Th>{t('imports.here')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {matches.map(({ name, id, rows, parts = [] }, index) => (
              <Table.Tr key={name}>
                <Table.Td>
                  {name}
                  <div className={classes.note}>{t('imports.rowsOf', { number: rows })}</div>
                </Table.Td>
                <Table.Td>
                  <NativeSelect
                    aria-label={t(label, { name })}
                    data={[
                      ...(parts.length
                        ? [{ value: severalServices, label: t('imports.several', { names: parts.join(', ') }) }]
                        : []),
                      { value: '', label: none },
                      ...data,
                    ]}
                    value={id ?? ''}
                    disabled={isBusy}
                    onChange={(event) => choose(index, event.currentTarget.value)}
                  />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </section>
  );
}
