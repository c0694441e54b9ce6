// The icon selector: one tile per icon. Selecting one returns its style class.
import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LargeDialog } from '#web/lib/ui/dialog/large-dialog.tsx';
import { MenuIcon, menuIconNames } from '#web/lib/ui/picture/menu-icon.tsx';
import classes from './menu.module.css';

interface Props {
  /** A style class, such as `fa fa-bell`. */
  chosen: string;
  onChoose: (icon: string) => void;
  onClose: () => void;
}

export function IconSelector({ chosen, onChoose, onClose }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const names = menuIconNames.filter((name) => name.includes(wanted));
  return (
    <LargeDialog onClose={onClose} title={t('menu.icons')} size="lg">
      <TextInput
        aria-label={t('menu.findIcon')}
        placeholder={t('menu.findIcon')}
        leftSection={<IconSearch size={17} stroke={1.75} aria-hidden="true" />}
        value={text}
        data-autofocus
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ul className={classes.tiles} aria-label={t('menu.icons')}>
        {names.map((name) => {
          const style = `fa fa-${name}`;
          return (
            <li key={name}>
              <button
                type="button"
                className={classes.tile}
                aria-pressed={style === chosen}
                onClick={() => onChoose(style)}
              >
                <MenuIcon icon={style} size={26} />
                <span>{name}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {names.length === 0 && <p className={classes.lead}>{t('menu.noIcon', { words: text.trim() })}</p>}
    </LargeDialog>
  );
}
