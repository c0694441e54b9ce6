// The account's picture: choose, crop to a circle, upload, show.
import { Button } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { files } from '#contract/files.ts';
import { account } from '#contract/identity/account.ts';
import { user as userCalls } from '#contract/identity/sign-in.ts';
import { application } from '#contract/site/application.ts';
import { call, query } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { showError } from '#web/lib/client/failures.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { uploadFile } from '#web/lib/client/upload-file.ts';
import { type PictureLimits, readPicture } from '#web/lib/editor/read-picture.ts';
import { ask } from '#web/lib/ui/dialog/ask.ts';
import formClasses from '#web/lib/ui/form/form.module.css';
import { Section } from '#web/lib/ui/page/section.tsx';
import { Portrait } from '#web/lib/ui/picture/portrait.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import classes from './my-account.module.css';

const CropDialog = lazy(() => import('./crop-dialog.tsx').then(({ CropDialog }) => ({ default: CropDialog })));

export function PictureSection() {
  const { t } = useTranslation();
  const { user } = useCurrentUser();
  const input = useRef<HTMLInputElement>(null);
  const limits = useQuery({ ...query(application.getImageSettings, {}), staleTime: Number.POSITIVE_INFINITY }).data;
  const [chosen, setChosen] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const name = `${user.firstName} ${user.lastName}`.trim();

  const close = () => {
    if (chosen) URL.revokeObjectURL(chosen);
    setChosen(undefined);
  };
  const savePicture = useMutation({
    async mutationFn(picture: Blob | undefined) {
      if (!picture) return call(account.setCurrentPicture, {}, { handlesErrors: true });
      const file = new File([picture], 'picture.jpg', { type: picture.type });
      const id = await uploadFile(files.uploadImage, file, {});
      return call(account.setCurrentPicture, { id }, { handlesErrors: true });
    },
    async onSuccess() {
      close();
      await queryClient.invalidateQueries({ queryKey: [userCalls.getCurrent.path] });
      toast('success', t('myAccount.pictureSaved'));
    },
    onError(error) {
      close();
      showError(error, t('myAccount.pictureNotSaved'));
    },
  });
  async function choose(file: File | undefined, allowed: PictureLimits) {
    setProblem(undefined);
    if (!file) return;
    const read = await readPicture(file, allowed);
    if ('problem' in read) setProblem(t(read.problem, { ...read.params }));
    else setChosen(read.url);
  }
  const confirmRemove = () =>
    ask({ title: t('myAccount.removePictureTitle'), confirmLabel: t('hours.remove'), danger: true });
  return (
    <Section id="picture" title={t('myAccount.picture')}>
      <div className={classes.picture}>
        <Portrait picture={user.pictureId} name={name} size={200} isFirst />
        <div className={classes.pictureSide}>
          {limits && (
            <p className={formClasses.hint}>
              {t('myAccount.pictureHint', { width: limits.minWidth, height: limits.minHeight })}
            </p>
          )}
          <input
            ref={input}
            type="file"
            hidden
            aria-label={t('myAccount.choosePicture')}
            accept={limits?.mimeTypes.map(({ extension }) => `.${extension}`).join(',')}
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              // Reset the input: the same file can be chosen again.
              event.currentTarget.value = '';
              if (limits) void choose(file, limits);
            }}
          />
          <Button
            variant="default"
            leftSection={<IconPhoto size={18} stroke={1.75} />}
            disabled={!limits}
            loading={savePicture.isPending}
            onClick={() => input.current?.click()}
          >
            {t(user.pictureId ? 'myAccount.changePicture' : 'myAccount.choosePicture')}
          </Button>
          {user.pictureId && (
            <Button
              variant="subtle"
              color="red"
              disabled={savePicture.isPending}
              onClick={async () => {
                if (await confirmRemove()) savePicture.mutate(undefined);
              }}
            >
              {t('myAccount.removePicture')}
            </Button>
          )}
          {problem && (
            <p className={classes.error} role="alert">
              {problem}
            </p>
          )}
        </div>
      </div>
      {chosen && limits && (
        <Suspense fallback={null}>
          <CropDialog
            url={chosen}
            minSize={limits.minWidth}
            isSending={savePicture.isPending}
            onClose={close}
            onDone={(picture) => savePicture.mutate(picture)}
          />
        </Suspense>
      )}
    </Section>
  );
}
