// The user's passkeys: list, add, remove.
import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { secondFactor } from '#contract/identity/second-factor.ts';
import type { Output } from '#contract/lib/service.ts';
import { call } from '#web/lib/client/client.ts';
import { dayAndTime, visitorZone } from '#web/lib/dates.ts';
import { ask } from '#web/lib/ui/ask.ts';
import { Section } from '#web/lib/ui/section.tsx';
import { toast } from '#web/lib/ui/toasts.ts';
import { AddPasskey } from './add-passkey.tsx';
import { refetchSecondFactor, secondFactorQuery } from './second-factor-section.tsx';
import classes from './security.module.css';

type Passkey = Output<typeof secondFactor.getSecondFactor>['passkeys'][number];

export function PasskeysSection() {
  const { t } = useTranslation();
  const read = useQuery(secondFactorQuery);
  const [adding, setAdding] = useState(false);
  const close = () => {
    setAdding(false);
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
              <PasskeyRow key={passkey.id} passkey={passkey} />
            ))}
          </ul>
        )}
        {read.data?.passkeys.length === 0 && <p className={classes.hint}>{t('security.noPasskeys')}</p>}
        {'PublicKeyCredential' in window ? (
          <div className={classes.foot}>
            <Button variant="default" disabled={!read.data} onClick={() => setAdding(true)}>
              {t('security.addPasskey')}
            </Button>
          </div>
        ) : (
          <p className={classes.hint}>{t('security.noWebAuthn')}</p>
        )}
        {adding && read.data && <AddPasskey hasPassword={read.data.hasPassword} onClose={close} />}
      </div>
    </Section>
  );
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { t } = useTranslation();
  const { id, name, created, lastUsed } = passkey;
  const remove = useMutation({
    mutationFn: () => call(secondFactor.removePasskey, { id }, { handlesErrors: [404] }),
    onSuccess: () => toast('success', t('security.passkeyRemoved')),
    onSettled: refetchSecondFactor,
  });
  const confirmAndRemove = async () => {
    const confirmed = await ask({
      title: t('security.removeTitle', { name }),
      text: t('security.removeText'),
      confirmLabel: t('security.remove'),
      danger: true,
    });
    if (confirmed) remove.mutate();
  };
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
      <Button
        variant="subtle"
        size="compact-sm"
        loading={remove.isPending}
        aria-label={t('security.removeLabel', { name })}
        onClick={() => void confirmAndRemove()}
      >
        {t('security.remove')}
      </Button>
    </li>
  );
}
