// The user's passkeys: list, add, remove.
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { secondFactor } from '#contract/identity/second-factor.ts';
import type { Output } from '#contract/lib/service.ts';
import { dayAndTime, visitorZone } from '#web/lib/dates.ts';
import { Section } from '#web/lib/ui/page/section.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { RemovePasskey } from './remove-passkey.tsx';
import { refetchSecondFactor, secondFactorQuery } from './second-factor-section.tsx';
import classes from './security.module.css';

type Passkey = Output<typeof secondFactor.getSecondFactor>['passkeys'][number];

export function PasskeysSection() {
  const { t } = useTranslation();
  const read = useQuery(secondFactorQuery);
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey>();
  const close = () => {
    setAdding(false);
    setRemoving(undefined);
    void refetchSecondFactor();
  };
  return (
    <Section id="passkeys" title={t('security.passkeys')}>
      <div className={classes.stack}>
        <p className={classes.hint}>{t('security.passkeysHint')}</p>
        {read.isPending && <Skeleton height={56} />}
        {read.data && read.data.passkeys.length > 0 && (
          <ul className={classes.list}>
            {read.data.passkeys.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => setRemoving(passkey)} />
            ))}
          </ul>
        )}
        {read.data?.passkeys.length === 0 && <p className={classes.hint}>{t('security.noPasskeys')}</p>}
        {'PublicKeyCredential' in window ? (
          <div className={classes.foot}>
            <Button variant="default" disabled={!read.data?.isEMailVerified} onClick={() => setAdding(true)}>
              {t('security.addPasskey')}
            </Button>
          </div>
        ) : (
          <p className={classes.hint}>{t('security.noWebAuthn')}</p>
        )}
        {adding && read.data && <AddPasskey hasPassword={read.data.hasPassword} onClose={close} />}
        {removing && read.data && (
          <RemovePasskey passkey={removing} hasPassword={read.data.hasPassword} onClose={close} />
        )}
      </div>
    </Section>
  );
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { t } = useTranslation();
  const { name, created, lastUsed } = passkey;
  const zone = visitorZone();
  return (
    <li className={classes.item}>
      <div className={classes.itemText}>
        {name}
        <small>
          {t('security.addedOn', { when: dayAndTime(created, zone) })}
          {' · '}
          {lastUsed ? t('security.usedOn', { when: dayAndTime(lastUsed, zone) }) : t('security.neverUsed')}
        </small>
      </div>
      <Button variant="subtle" size="compact-sm" aria-label={t('security.removeLabel', { name })} onClick={onRemove}>
        {t('security.remove')}
      </Button>
    </li>
  );
}
