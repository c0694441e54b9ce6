// How a file is read and what an import of it would do, before it does.
import { useTranslation } from 'react-i18next';
import { type ImportAnswer, type ImportField, importFields } from '#contract/customers/import.ts';
import { ColumnTable } from '#web/lib/ui/file-import/column-table.tsx';
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
  const map = (column: number, field: string) =>
    onChange({ columns: columns.map((one, at) => (at === column ? (field as ImportField) : one.field)) });
  return (
    <>
      <ReadingChoices answer={answer} isBusy={isBusy} onChange={onChange} />
      {format !== 'vcard' && <ColumnTable columns={columns} fields={fields} isBusy={isBusy} onMap={map} />}
      <ImportReport answer={answer} />
    </>
  );
}
