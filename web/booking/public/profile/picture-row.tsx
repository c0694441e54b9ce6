// The pictures of a profile. A picture opens in a dialog; arrow keys switch to the others.
import { CloseButton } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pictureUrl } from '#web/lib/ui/picture/picture-url.ts';
import classes from './profile-page.module.css';

export function PictureRow({ ids, name }: { ids: readonly string[]; name: string }) {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  const [at, setAt] = useState(0);
  const open = ids[at];
  const label = (index: number) => t('profile.picture', { name, number: index + 1, count: ids.length });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    setAt((index) => (index + step + ids.length) % ids.length);
  };
  return (
    <section>
      <h2 className={classes.heading}>{t('profile.pictures')}</h2>
      <ul className={classes.pictures}>
        {ids.map((id, index) => (
          <li key={id}>
            <button
              type="button"
              className={classes.picture}
              aria-label={label(index)}
              onClick={() => {
                setAt(index);
                dialog.current?.showModal();
              }}
            >
              <img src={pictureUrl(id, 200)} width={200} height={200} alt="" loading="lazy" />
            </button>
          </li>
        ))}
      </ul>
      <dialog
        ref={dialog}
        className={classes.lightbox}
        aria-label={open ? label(at) : undefined}
        onKeyDown={onKeyDown}
        onClick={(event) => event.target === dialog.current && dialog.current?.close()}
      >
        <CloseButton
          size="lg"
          className={classes.close}
          aria-label={t('profile.close')}
          onClick={() => dialog.current?.close()}
        />
        {open && <img src={pictureUrl(open, 640)} width={640} height={640} alt={label(at)} loading="lazy" />}
      </dialog>
    </section>
  );
}
