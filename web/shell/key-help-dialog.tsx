// The dialog that lists the keyboard shortcuts.
import { Kbd } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#web/lib/ui/dialog/dialog.tsx';
import { type KeySection, useKeySections } from '#web/lib/ui/key-help.ts';
import classes from './key-help-dialog.module.css';

const everywhere: KeySection = {
  title: 'keys.everywhere',
  lines: [
    { keys: ['Ctrl K'], what: 'keys.search' },
    { keys: ['Ctrl Enter'], what: 'keys.save' },
    { keys: ['Esc'], what: 'keys.close' },
    { keys: ['?'], what: 'keys.help' },
  ],
};

export function KeyHelpDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const sections = useKeySections();
  return (
    <Dialog title={t('keys.title')} onClose={onClose} size="lg">
      {[...sections, everywhere].map(({ title, lines }) => (
        <section key={title} className={classes.section}>
          <h3 className={classes.title}>{t(title)}</h3>
          <dl className={classes.list}>
            {lines.map(({ keys, what }) => (
              <div key={what} className={classes.line}>
                <dt className={classes.keys}>
                  {keys.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </dt>
                <dd className={classes.what}>{t(what)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
