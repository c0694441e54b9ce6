// Invites a person by e-mail to work for the company at selected locations, with selected roles.
import { Checkbox, MultiSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { companyUsers } from '#contract/identity/company-users.ts';
import { companyInvitations } from '#contract/identity/invitations.ts';
import { call } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { lengthOf } from '#web/lib/forms/field-rules.ts';
import { onWrong } from '#web/lib/forms/first-wrong.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { useUnsavedInput } from '#web/lib/forms/use-unsaved-input.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import { refreshList } from '#web/lib/grid/row-changes.ts';
import { Dialog } from '#web/lib/ui/dialog/dialog.tsx';
import { DialogFoot } from '#web/lib/ui/dialog/dialog-foot.tsx';
import { toastMailed, useMailWords } from '#web/messaging/mail/mail-states.ts';

/** Roles have words; operators name other actions. */
const delivered = ['user', 'lcladmin', 'admin'] as const;

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { locations, locationId, companyId, actions, isImpersonated } = useCurrentUser();
  const places = locations.filter((place) => place.companyId === companyId);
  // The rights of the person that one acts as are not one's own.
  const given = ['lcladmin', 'admin', ...(isImpersonated ? [] : actions)];
  const roles = [...new Set(given)].filter((name) => name !== 'user' && name !== 'sys');
  const roleName = (name: string) => {
    const known = delivered.find((each) => each === name);
    return known ? t(`list.users.option.actions.${known}`) : name;
  };
  const form = useForm({
    initialValues: { eMail: '', locationIds: locationId ? [locationId] : [], actions: [] as string[] },
    validate: validateBy(companyUsers.invite),
  });
  useUnsavedInput(() => form.isDirty());
  const inviteHint = useMailWords('account', t('list.users.inviteHint'));
  const send = useMutation({
    mutationFn: (values: typeof form.values) => call(companyUsers.invite, values),
    onSuccess(_, { eMail }) {
      void toastMailed('account', t('list.users.invited', { name: eMail }));
      void refreshList(companyInvitations);
      onClose();
    },
    onError: (error) => applyMessages(form, error, companyUsers.invite),
  });
  return (
    <Dialog onClose={onClose} title={t('list.invitations.new')}>
      <form noValidate onSubmit={form.onSubmit((values) => send.mutate(values), onWrong)}>
        <TextInput
          label={t('grid.field.eMail')}
          description={inviteHint}
          type="email"
          autoComplete="off"
          withAsterisk
          data-autofocus
          {...lengthOf(companyUsers.invite, 'eMail')}
          {...form.getInputProps('eMail')}
        />
        {places.length > 1 && (
          <MultiSelect
            mt="md"
            label={t('list.users.field.locations')}
            data={places.map(({ id, name }) => ({ value: id, label: name }))}
            {...form.getInputProps('locationIds')}
          />
        )}
        <Checkbox.Group
          mt="md"
          label={t('grid.field.actions')}
          description={t('list.users.rolesHint')}
          {...form.getInputProps('actions')}
        >
          <Stack gap={8} mt={8}>
            {roles.map((name) => (
              <Checkbox key={name} value={name} label={roleName(name)} />
            ))}
          </Stack>
        </Checkbox.Group>
        <DialogFoot confirmLabel={t('list.users.send')} isBusy={send.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
