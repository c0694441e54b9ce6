// The further pictures of the public profile, such as the place and the work.
import { ActionIcon, Button, FileButton } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { files } from '#contract/files.ts';
import { account as calls, type OwnAccount } from '#contract/identity/account.ts';
import { call, query } from '#web/lib/client/client.ts';
import { showError } from '#web/lib/client/failures.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { uploadFile } from '#web/lib/client/upload-file.ts';
import formClasses from '#web/lib/ui/form/form.module.css';
import { Section } from '#web/lib/ui/page/section.tsx';
import { portraitUrl } from '#web/lib/ui/picture/portrait.tsx';
import classes from './my-account.module.css';

const accountKey = query(calls.getAccount, {}).queryKey;

export function ProfilePictures({ account }: { account: OwnAccount }) {
  const { t } = useTranslation();
  const shared = {
    onSuccess: (pictures: string[]) =>
      queryClient.setQueryData<OwnAccount>(accountKey, (now) => now && { ...now, pictures }),
    onError: (error: Error) => showError(error, t('myAccount.pictureNotSaved')),
  };
  const add = useMutation({
    async mutationFn(file: File) {
      const id = await uploadFile(files.uploadImage, file, {});
      return call(calls.addProfilePicture, { id }, { handlesErrors: true });
    },
    ...shared,
  });
  const remove = useMutation({
    mutationFn: (id: string) => call(calls.removeProfilePicture, { id }, { handlesErrors: true }),
    ...shared,
  });
  const button = (
    <FileButton onChange={(file) => file && add.mutate(file)} accept="image/png,image/jpeg,image/webp">
      {(props) => (
        <Button
          {...props}
          variant="default"
          size="sm"
          loading={add.isPending}
          leftSection={<IconPlus size={16} stroke={1.75} />}
        >
          {t('myAccount.addPicture')}
        </Button>
      )}
    </FileButton>
  );
  return (
    <Section id="pictures" title={t('myAccount.profilePictures')} action={button}>
      {account.pictures.length === 0 && <p className={formClasses.hint}>{t('myAccount.noProfilePictures')}</p>}
      <ul className={classes.gallery}>
        {account.pictures.map((id, index) => (
          <li key={id}>
            <img
              src={portraitUrl(id, 200)}
              width={132}
              height={132}
              loading="lazy"
              alt={t('myAccount.pictureNumber', { number: index + 1 })}
            />
            <ActionIcon
              className={classes.removeButton}
              variant="default"
              radius="xl"
              disabled={remove.isPending}
              aria-label={t('myAccount.takeOff', { number: index + 1 })}
              onClick={() => remove.mutate(id)}
            >
              <IconX size={16} stroke={1.75} />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </Section>
  );
}
