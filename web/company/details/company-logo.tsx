// The company's logo, which visitors see beside its people.
import { useTranslation } from 'react-i18next';
import { type CompanyDetails, company } from '#contract/company/details.ts';
import { call, query } from '#web/lib/client/client.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { PictureField } from '#web/lib/editor/picture-field.tsx';
import { ask } from '#web/lib/ui/dialog/ask.ts';
import { Section } from '#web/lib/ui/page/section.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';

export function CompanyLogo({ logoId }: Pick<CompanyDetails, 'logoId'>) {
  const { t } = useTranslation();
  const confirmRemove = () =>
    ask({
      title: t('company.logoRemoveTitle'),
      text: t('company.logoRemoveText'),
      confirmLabel: t('grid.noPicture'),
      danger: true,
    });
  async function change(id: string | null): Promise<void> {
    if (!id && !(await confirmRemove())) return;
    const saved = await call(company.setLogo, { id }, { handlesErrors: true });
    queryClient.setQueryData(query(company.get, {}).queryKey, saved);
    toast('success', t(id ? 'company.logoSaved' : 'company.logoRemoved'));
  }
  return (
    <Section id="company-logo" title={t('company.logo')}>
      <PictureField use="logo" description={t('company.logoHint')} value={logoId} onChange={change} />
    </Section>
  );
}
