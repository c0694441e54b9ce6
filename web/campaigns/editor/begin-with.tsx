// Offers texts to begin with, while a campaign says nothing yet.
import { Button } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './editor.module.css';
import { type StartingText, startingTexts } from './starting-texts.ts';

export function BeginWith({ onChoose }: { onChoose(start: StartingText): void }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section className={classes.begin} aria-labelledby={id}>
      <h4 id={id}>{t('campaigns.begin.title')}</h4>
      <p className={classes.hint}>{t('campaigns.begin.hint')}</p>
      <div className={classes.starts}>
        {startingTexts.map((start) => (
          <Button key={start} variant="default" onClick={() => onChoose(start)}>
            {t(`campaigns.begin.${start}.name`)}
          </Button>
        ))}
      </div>
    </section>
  );
}
