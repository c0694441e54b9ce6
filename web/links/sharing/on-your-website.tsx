// The code that shows the booking form on the company's website, with a preview, and the websites that may show it.
import { Button, Radio, Stack, Textarea } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '#web/lib/ui/copy-text.ts';
import { embedCode, embedWays } from './embed-code.ts';
import { EmbedSites } from './embed-sites.tsx';
import classes from './sharing.module.css';

export function OnYourWebsite({ urlName, onShared }: { urlName: string; onShared(): void }) {
  const { t } = useTranslation();
  const [way, setWay] = useState<(typeof embedWays)[number]>('inline');
  const words = { book: t('sharing.book'), close: t('sharing.close') };
  const code = embedCode(location.origin, urlName, way, words);
  async function copy() {
    if (await copyText(code, t('sharing.codeCopied'))) onShared();
  }
  return (
    <section className={classes.website}>
      <h3 className={classes.heading}>{t('sharing.website')}</h3>
      <p className={classes.lead}>{t('sharing.websiteLead')}</p>
      <EmbedSites />
      <Radio.Group
        label={t('sharing.way')}
        value={way}
        onChange={(value) => setWay(embedWays.find((one) => one === value) ?? 'inline')}
      >
        <Stack gap="xs" mt="xs">
          {embedWays.map((one) => (
            <Radio key={one} value={one} label={t(`sharing.ways.${one}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <Textarea
        label={t('sharing.code')}
        value={code}
        readOnly
        autosize
        classNames={{ input: classes.code }}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div>
        <Button variant="default" leftSection={<IconCopy size={18} stroke={1.75} />} onClick={() => void copy()}>
          {t('sharing.copyCode')}
        </Button>
      </div>
      <div>
        <p className={classes.label}>{t('sharing.preview')}</p>
        {/* The code itself: the preview shows what the website will. */}
        <iframe key={code} className={classes.preview} title={t('sharing.preview')} srcDoc={previewOf(code)} />
      </div>
    </section>
  );
}

/** A page of a website that has nothing but the code. */
function previewOf(code: string): string {
  const { lang } = document.documentElement;
  return `<!doctype html><html lang="${lang}"><head><meta name="viewport" content="width=device-width"><title>-</title><style>body{margin:16px;background:#fff;font-family:system-ui,sans-serif}</style></head><body>${code}</body></html>`;
}
