// Shows the original text and a preview with sample values, beside the text being edited.
import { useTranslation } from 'react-i18next';

const samples: Record<string, string> = {
  company: 'Salon Rosa',
  visitor: 'Mara',
  what: 'Haircut',
  when: 'Tue 3 Mar, 10:30',
  was: 'Mon 2 Mar, 14:00',
};

export function TemplatePreview({ original, template }: { original: string; template: string }) {
  const { t } = useTranslation();
  const rendered = template.replace(/\{\{\s*(\w+)\s*\}\}/g, (match, name: string) => samples[name] ?? match);
  return (
    <dl style={{ margin: 0 }}>
      <dt style={{ color: 'var(--daybook-dimmed)' }}>{t('grid.field.original')}</dt>
      <dd style={{ margin: '0 0 0.75rem' }}>{original}</dd>
      <dt style={{ color: 'var(--daybook-dimmed)' }}>{t('list.messagetemplates.sample')}</dt>
      <dd style={{ margin: 0 }}>{rendered}</dd>
    </dl>
  );
}
