// On narrow screens, a button that opens the map in full screen.
import { Button } from '@mantine/core';
import { IconList, IconMap } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './map-dialog.module.css';

interface Props {
  shown: boolean;
  onChange: (shown: boolean) => void;
  children: ReactNode;
}

export function MapDialog({ shown, onChange, children }: Props) {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (shown) dialog.current?.showModal();
    else dialog.current?.close();
  }, [shown]);
  return (
    <>
      <Button className={classes.open} leftSection={<IconMap size={18} aria-hidden />} onClick={() => onChange(true)}>
        {t('map.map')}
      </Button>
      <dialog
        ref={dialog}
        className={classes.dialog}
        aria-label={t('map.map')}
        onCancel={(event) => {
          event.preventDefault();
          onChange(false);
        }}
      >
        {shown && children}
        {shown && (
          <Button
            className={classes.back}
            leftSection={<IconList size={18} aria-hidden />}
            onClick={() => onChange(false)}
          >
            {t('home.list')}
          </Button>
        )}
      </dialog>
    </>
  );
}
