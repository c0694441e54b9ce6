// Previews the text being edited as readers will see it.
import { useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { safeHtml } from '#web/lib/ui/safe-html.ts';
import classes from './legal-texts.module.css';

export function LegalTextPreview({ html }: { html: string }) {
  const { t } = useTranslation();
  const deferredHtml = useDeferredValue(html);
  const sanitized = useMemo(() => safeHtml(deferredHtml), [deferredHtml]);
  return (
    <div className={classes.part}>
      <h3 id="as-read" className={classes.heading}>
        {t('list.legaltexts.asRead')}
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must reach the scrollable area. */}
      <section className={classes.text} tabIndex={0} aria-labelledby="as-read">
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: `safeHtml` returns plain text elements only. */}
        <div dangerouslySetInnerHTML={{ __html: sanitized }} />
      </section>
    </div>
  );
}
