// An e-mail of a campaign as one kind of program shows it.
import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RenderedCampaign } from '#contract/campaigns/campaigns.ts';
import { formatEuro } from '#web/lib/money.ts';
import classes from './editor.module.css';

export const variants = ['desktop', 'phone', 'dark', 'noImages', 'plain'] as const;
export type Variant = (typeof variants)[number];

export function MailVariant({ rendered, variant }: { rendered: RenderedCampaign; variant: Variant }) {
  const { t } = useTranslation();
  const { html, plain, subject } = rendered;
  if (variant === 'plain') {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must reach the scrollable area.
      <pre className={classes.plain} tabIndex={0}>
        {plain}
      </pre>
    );
  }
  return (
    <iframe
      title={`${t(`campaigns.show.${variant}`)}: ${subject}`}
      // Without scripts. Pictures that were just chosen are shown to their company only.
      sandbox="allow-same-origin"
      srcDoc={documentOf(html, variant)}
      className={classes.frame}
      data-variant={variant}
    />
  );
}

/** The frame takes the scheme of the page, so the rules of the dark scheme are switched on or off here. */
function documentOf(html: string, variant: Variant): string {
  const scheme = '@media (prefers-color-scheme: dark)';
  const shown = html.replace(scheme, variant === 'dark' ? '@media all' : '@media not all');
  return variant === 'noImages' ? shown.replace(/(<img\b[^>]*?)\ssrc="[^"]*"/g, '$1') : shown;
}

/** Warnings before a mail is sent, and its size. */
export function Warnings({ rendered }: { rendered: RenderedCampaign }) {
  const { t } = useTranslation();
  const { warnings, size, subject, parts, price } = rendered;
  return (
    <>
      {warnings.length > 0 && <Problems sentences={warnings.map((code) => t(`campaigns.warning.${code}`))} />}
      {parts > 0 && (
        <p className={classes.hint}>
          {t('campaigns.show.parts', { parts })} {price > 0 && t('campaigns.show.price', { price: formatEuro(price) })}
        </p>
      )}
      {size > 0 && (
        <p className={classes.hint}>
          {t('campaigns.show.subject', { subject })} · {t('campaigns.show.size', { size: Math.ceil(size / 1000) })}
        </p>
      )}
    </>
  );
}

export function Problems({ sentences }: { sentences: readonly string[] }) {
  return (
    <Alert color="orange" variant="light" mb="md" role="status">
      <ul className={classes.warnings}>
        {[...new Set(sentences)].map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Alert>
  );
}
