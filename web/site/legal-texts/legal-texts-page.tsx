// Terms, privacy policy and cookie text in every language.
import { useTranslation } from 'react-i18next';
import { systemLegalTexts } from '#contract/site/legal-texts.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { LegalTextPreview } from './legal-text-preview.tsx';
import { RichTextField } from './rich-text-field.tsx';
import { TextVersions } from './text-versions.tsx';

export function LegalTextsPage() {
  const { t } = useTranslation();
  return (
    <Grid
      resource={systemLegalTexts}
      columns={[
        { field: 'name', width: 380 },
        { field: 'number', width: 100, cell: ({ number }) => number || t('list.legaltexts.missing') },
        { field: 'publishedAt', width: 180 },
        { field: 'agreed', width: 160 },
        { field: 'kind', width: 180, hidden: true },
        { field: 'language', width: 140, hidden: true },
      ]}
      inputs={{ html: RichTextField }}
      beside={(_row, form) => <LegalTextPreview html={String(form.values.html ?? '')} />}
      below={(row) => <TextVersions id={row.id} />}
    />
  );
}
