// The keyboard shortcuts of the till, behind a button: the search field has the focus, so `?` is typed there.
import { ActionIcon, Kbd, Popover } from '@mantine/core';
import { IconKeyboard } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FocusPopover } from '#web/lib/ui/dialog/focus-popover.tsx';
import type { KeySection } from '#web/lib/ui/key-help.ts';
import classes from './till.module.css';

export const tillKeys: KeySection = {
  title: 'app.menuName.till',
  lines: [
    { keys: ['Enter'], what: 'till.screen.keys.add' },
    { keys: ['3 *'], what: 'till.screen.keys.quantity' },
    { keys: ['↑', '↓'], what: 'till.screen.keys.line' },
    { keys: ['+', '−'], what: 'till.screen.keys.step' },
    { keys: ['Delete'], what: 'till.screen.keys.remove' },
    { keys: ['F2', 'Enter'], what: 'till.screen.keys.pay' },
    { keys: ['F4'], what: 'till.screen.newBasket' },
    { keys: ['F8'], what: 'till.screen.chooseCustomer' },
    { keys: ['F9'], what: 'till.screen.discountOfAll' },
  ],
};

export function TillKeys() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <FocusPopover opened={isOpen} onClose={() => setOpen(false)} position="bottom-end">
      <Popover.Target>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t('keys.title')}
          className={classes.keysButton}
          onClick={() => setOpen(!isOpen)}
        >
          <IconKeyboard size={20} stroke={1.75} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('keys.title')}>
        <dl className={classes.keys}>
          {tillKeys.lines.map(({ keys, what }) => (
            <div key={what}>
              <dt>
                {keys.map((key) => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
              </dt>
              <dd>{t(what)}</dd>
            </div>
          ))}
        </dl>
      </Popover.Dropdown>
    </FocusPopover>
  );
}
