// Asks for the password before connecting the account to another site.
import { PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type SocialProvider, social } from '#contract/identity/social.ts';
import { call } from '#web/lib/client/client.ts';
import { onWrong } from '#web/lib/forms/first-wrong.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import { Dialog } from '#web/lib/ui/dialog/dialog.tsx';
import { DialogFoot } from '#web/lib/ui/dialog/dialog-foot.tsx';
import { siteNames } from '#web/lib/ui/picture/social-site.tsx';

interface Props {
  site: SocialProvider;
  hasPassword: boolean;
  onClose: () => void;
}

export function ConnectSite({ site, hasPassword, onClose }: Props) {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: { password: '' },
    validate: validateBy(social.startSocialLink, { required: hasPassword ? ['password'] : [] }),
  });
  const start = useMutation({
    mutationFn: ({ password }: typeof form.values) =>
      call(social.startSocialLink, { provider: site, ...(hasPassword && { password }) }),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => applyMessages(form, error, social.startSocialLink),
  });
  return (
    <Dialog onClose={onClose} title={t('security.siteConnectTitle', { site: siteNames[site] })}>
      <form noValidate onSubmit={form.onSubmit((values) => start.mutate(values), onWrong)}>
        {hasPassword && (
          <PasswordInput
            label={t('security.password')}
            autoComplete="current-password"
            data-autofocus
            visibilityToggleButtonProps={{ 'aria-label': t('security.showPassword') }}
            {...form.getInputProps('password')}
          />
        )}
        <DialogFoot
          confirmLabel={t('social.with', { site: siteNames[site] })}
          isBusy={start.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
