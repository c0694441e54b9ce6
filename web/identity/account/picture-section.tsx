// The picture of a person: choose, crop to a circle, upload, show.
import { Button } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { application } from '#contract/site/application.ts';
import { query } from '#web/lib/client/client.ts';
import { ask } from '#web/lib/ui/dialog/ask.ts';
import formClasses from '#web/lib/ui/form/form.module.css';
import { Section } from '#web/lib/ui/page/section.tsx';
import { Portrait } from '#web/lib/ui/picture/portrait.tsx';
import classes from './my-account.module.css';
import { type PictureTarget, useOwnPicture, usePictureUpload } from './use-picture.ts';

const CropDialog = lazy(() => import('./crop-dialog.tsx').then(({ CropDialog }) => ({ default: CropDialog })));

export function OwnPictureSection() {
  return <PictureSection target={useOwnPicture()} />;
}

export function PictureSection({ target }: { target: PictureTarget }) {
  const { t } = useTranslation();
  const { pictureId, name, removeTitle } = target;
  const input = useRef<HTMLInputElement>(null);
  const limits = useQuery({ ...query(application.getImageSettings, {}), staleTime: Number.POSITIVE_INFINITY }).data;
  const { chosen, close, problem, choose, savePicture } = usePictureUpload(target);
  const confirmRemove = () => ask({ title: removeTitle, confirmLabel: t('hours.remove'), danger: true });
  return (
    <Section id="picture" title={t('myAccount.picture')}>
      <div className={classes.picture}>
        <Portrait picture={pictureId} name={name} size={200} isFirst />
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
            {t(pictureId ? 'myAccount.changePicture' : 'myAccount.choosePicture')}
          </Button>
          {pictureId && (
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
