// Whether a customer agrees to advertising, by channel, and how the business learnt of it.
import { Button, Select, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Consent, consentChannels, isClaimed, consents as service } from '#contract/customers/consent.ts';
import { companyContacts } from '#contract/customers/contacts.ts';
import type { AnyResource } from '#contract/lib/resource.ts';
import { call } from '#web/lib/client/client.ts';
import { minuteOf, visitorZone } from '#web/lib/dates.ts';
import { lengthOf } from '#web/lib/forms/field-rules.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { useUnsavedInput } from '#web/lib/forms/use-unsaved-input.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import { Mark } from '#web/lib/grid/mark.tsx';
import { refreshList } from '#web/lib/grid/row-changes.ts';
import { Dialog } from '#web/lib/ui/dialog/dialog.tsx';
import { DialogFoot } from '#web/lib/ui/dialog/dialog-foot.tsx';
import { Section } from '#web/lib/ui/page/section.tsx';
import classes from './consent.module.css';

export function ConsentSection({ contactId, consents }: { contactId: string; consents: readonly Consent[] }) {
  const { t } = useTranslation();
  const [isRecording, setRecording] = useState(false);
  return (
    <Section
      id="customer-consent"
      title={t('customers.consent')}
      action={
        <Button size="xs" variant="default" onClick={() => setRecording(true)}>
          {t('customers.recordConsent')}
        </Button>
      }
    >
      <dl className={classes.states}>
        {consentChannels.map((channel) => {
          const state = stateOf(consents.filter((one) => one.channel === channel));
          return (
            <div key={channel}>
              <dt>{t(`customers.channel.${channel}`)}</dt>
              <dd>
                <Mark colour={colours[state]}>{t(`customers.consentState.${state}`)}</Mark>
              </dd>
            </div>
          );
        })}
      </dl>
      {consents.length > 0 && (
        <details className={classes.history}>
          <summary>{t('customers.consentHistory')}</summary>
          <ul>
            {consents.map(({ id, channel, isGiven, source, person, shownText, createdAt }) => (
              <li key={id}>
                {t(`customers.channel.${channel}`)}: {t(`customers.consentState.${isGiven ? 'given' : 'withdrawn'}`)}
                <span className={classes.more}>
                  {[minuteOf(createdAt, visitorZone()), t(`customers.source.${source}`), person]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
                {shownText && <q className={classes.text}>{shownText}</q>}
              </li>
            ))}
          </ul>
        </details>
      )}
      {isRecording && <ConsentDialog contactId={contactId} onClose={() => setRecording(false)} />}
    </Section>
  );
}

const colours = { given: 'green', withdrawn: 'red', pending: 'orange', unknown: 'inverse' } as const;

/** As campaigns read them: a customer's consent that is not proved yet does not count. The newest is the first. */
function stateOf(consents: readonly Consent[]): keyof typeof colours {
  const withdrawn = consents.findIndex(({ isGiven }) => !isGiven);
  const given = withdrawn < 0 ? consents : consents.slice(0, withdrawn);
  if (given.some((one) => one.provedAt !== null || isClaimed(one))) return 'given';
  if (withdrawn >= 0) return 'withdrawn';
  return given.length > 0 ? 'pending' : 'unknown';
}

function ConsentDialog({ contactId, onClose }: { contactId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: { channel: 'email' as Consent['channel'], state: 'given', shownText: '' },
    validate: validateBy(service.insert, { input: inputOf }),
  });
  useUnsavedInput(() => form.isDirty());
  function inputOf({ channel, state, shownText }: { channel: Consent['channel']; state: string; shownText: string }) {
    return { contactId, channel, isGiven: state === 'given', shownText };
  }
  const save = useMutation({
    mutationFn: (values: typeof form.values) => call(service.insert, inputOf(values)),
    async onSuccess() {
      onClose();
      await refreshList(companyContacts as unknown as AnyResource);
    },
    onError: (error) => applyMessages(form, error, service.insert),
  });
  return (
    <Dialog onClose={onClose} title={t('customers.recordConsent')}>
      <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <Select
          label={t('customers.channelLabel')}
          data={consentChannels.map((value) => ({ value, label: t(`customers.channel.${value}`) }))}
          allowDeselect={false}
          data-autofocus
          {...form.getInputProps('channel')}
        />
        <Select
          mt="md"
          label={t('customers.consentAnswer')}
          data={(['given', 'withdrawn'] as const).map((value) => ({
            value,
            label: t(`customers.consentState.${value}`),
          }))}
          allowDeselect={false}
          {...form.getInputProps('state')}
        />
        <Textarea
          mt="md"
          label={t('customers.shownText')}
          description={t('customers.shownTextHint')}
          autosize
          minRows={2}
          maxRows={6}
          {...lengthOf(service.insert, 'shownText')}
          {...form.getInputProps('shownText')}
        />
        <DialogFoot confirmLabel={t('grid.save')} isBusy={save.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
