// One account: its calendars, what may be done with it, and the addresses by which invitations name the person.
import { Alert, Button, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type OutsideAccount, outsideCalendars } from '#contract/links/outside.ts';
import { call } from '#web/lib/client/client.ts';
import { ask } from '#web/lib/ui/dialog/ask.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { AccountForm } from './account-form.tsx';
import { CalendarRow } from './calendar-row.tsx';
import classes from './outside.module.css';
import { isBeingRead, refetchOutside, whyNotRead } from './reading.ts';

interface Props {
  account: OutsideAccount;
  /** The account is deleted, and still shown. */
  onDeleted(): void;
}

export function AccountRow({ account, onDeleted }: Props) {
  const { t } = useTranslation();
  const [isSigningIn, setSigningIn] = useState(false);
  const signIn = useRef<HTMLButtonElement>(null);
  const { id, provider, address, logIn, state, maxDetail, calendars } = account;
  const name = nameOf(account);
  const act = useMutation({
    mutationFn: (action: () => Promise<unknown>) => action(),
    onSettled: refetchOutside,
  });
  const needsSignIn = state === 'signIn' || calendars.some(({ reason }) => reason === 'signIn');
  const refused = calendars.find(({ reason }) => reason === 'signIn' || reason === 'otherSignIn' || reason === 'key');

  async function confirmAndDelete() {
    const isConfirmed = await ask({
      title: t('otherCalendars.deleteTitle', { name }),
      text: t('otherCalendars.deleteText'),
      confirmLabel: t('otherCalendars.delete'),
      danger: true,
    });
    if (!isConfirmed) return;
    act.mutate(async () => {
      await call(outsideCalendars.delete, { id });
      onDeleted();
    });
  }

  async function confirmAndSwitchOff() {
    const isConfirmed = await ask({
      title: t('otherCalendars.offTitle', { name }),
      text: t('otherCalendars.offText'),
      confirmLabel: t('otherCalendars.switchOff'),
    });
    if (isConfirmed) act.mutate(() => call(outsideCalendars.switch, { id, isOn: false }));
  }

  return (
    <li>
      <section className={classes.account} aria-label={name}>
        <div>
          <h3 className={classes.name}>{name}</h3>
          <p className={classes.hint}>{[address, logIn].filter(Boolean).join(' · ')}</p>
        </div>
        {state === 'off' && <p className={classes.hint}>{t('otherCalendars.isOff')}</p>}
        {state !== 'off' && needsSignIn && !isSigningIn && (
          <Alert color="red" title={t('otherCalendars.signInAgain')}>
            {refused ? whyNotRead(refused) : t('outside.why.restored')}
          </Alert>
        )}
        {isSigningIn && (
          <AccountForm
            account={account}
            onClose={() => {
              setSigningIn(false);
              requestAnimationFrame(() => signIn.current?.focus());
            }}
          />
        )}
        {state !== 'off' && (
          <ul className={classes.calendars}>
            {calendars.map((calendar) => (
              <CalendarRow
                key={calendar.id}
                calendar={calendar}
                isOn={state === 'ok'}
                maxDetail={provider === 'caldav' ? maxDetail : undefined}
              />
            ))}
          </ul>
        )}
        {state === 'ok' && <OwnAddresses account={account} />}
        <div className={classes.foot}>
          {state === 'ok' && (
            <Button
              variant="default"
              size="sm"
              loading={act.isPending || isBeingRead(account)}
              onClick={() =>
                act.mutate(async () => {
                  await call(outsideCalendars.syncNow, { id });
                  toast('success', t('otherCalendars.asked'));
                })
              }
            >
              {t('otherCalendars.syncNow')}
            </Button>
          )}
          {state !== 'off' && !isSigningIn && (
            <Button
              ref={signIn}
              variant={needsSignIn ? 'filled' : 'default'}
              size="sm"
              onClick={() => setSigningIn(true)}
            >
              {t('otherCalendars.signIn')}
            </Button>
          )}
          {state === 'off' ? (
            <Button
              variant="default"
              size="sm"
              onClick={() => act.mutate(() => call(outsideCalendars.switch, { id, isOn: true }))}
            >
              {t('otherCalendars.switchOn')}
            </Button>
          ) : (
            <Button variant="default" size="sm" onClick={() => void confirmAndSwitchOff()}>
              {t('otherCalendars.switchOff')}
            </Button>
          )}
          <Button variant="subtle" color="red" size="sm" onClick={() => void confirmAndDelete()}>
            {t('otherCalendars.delete')}
          </Button>
        </div>
      </section>
    </li>
  );
}

function nameOf({ address }: OutsideAccount): string {
  return URL.canParse(address) ? new URL(address).host : address;
}

function OwnAddresses({ account: { id, ownAddresses } }: { account: OutsideAccount }) {
  const { t } = useTranslation();
  const saved = ownAddresses.join('\n');
  const [text, setText] = useState<string>();
  const save = useMutation({
    mutationFn: (addresses: string[]) => call(outsideCalendars.setOwnAddresses, { id, ownAddresses: addresses }),
    onSuccess() {
      setText(undefined);
      toast('success', t('otherCalendars.addressesSaved'));
    },
    onSettled: refetchOutside,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate((text ?? saved).split(/[\s,;]+/).filter(Boolean));
  };
  return (
    <details>
      <summary>{t('otherCalendars.ownAddresses')}</summary>
      <form className={classes.form} onSubmit={submit}>
        <Textarea
          label={t('otherCalendars.ownAddresses')}
          description={t('otherCalendars.ownAddressesHint')}
          autosize
          minRows={2}
          spellCheck={false}
          value={text ?? saved}
          onChange={({ currentTarget: { value } }) => setText(value)}
        />
        <div>
          <Button
            type="submit"
            size="sm"
            variant="default"
            disabled={(text ?? saved) === saved}
            loading={save.isPending}
          >
            {t('company.save')}
          </Button>
        </div>
      </form>
    </details>
  );
}
