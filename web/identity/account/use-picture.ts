// Reads, uploads and removes the picture of a person: of the account, or of an employee.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { files } from '#contract/files.ts';
import { account } from '#contract/identity/account.ts';
import { user as userCalls } from '#contract/identity/sign-in.ts';
import { call } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { showError } from '#web/lib/client/failures.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { uploadFile } from '#web/lib/client/upload-file.ts';
import { type PictureLimits, readPicture } from '#web/lib/editor/read-picture.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';

export interface PictureTarget {
  pictureId: string | null;
  name: string;
  /** Saves an uploaded picture, or removes the picture. */
  save: (id: string | undefined) => Promise<unknown>;
  savedText: string;
  /** The question before the picture is removed. */
  removeTitle: string;
}

/** The picture of the account. */
export function useOwnPicture(): PictureTarget {
  const { t } = useTranslation();
  const { user } = useCurrentUser();
  return {
    pictureId: user.pictureId,
    name: `${user.firstName} ${user.lastName}`.trim(),
    async save(id) {
      await call(account.setCurrentPicture, { id }, { handlesErrors: true });
      await queryClient.invalidateQueries({ queryKey: [userCalls.getCurrent.path] });
    },
    savedText: t('myAccount.pictureSaved'),
    removeTitle: t('myAccount.removePictureTitle'),
  };
}

export function usePictureUpload({ save, savedText }: PictureTarget) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const close = () => {
    if (chosen) URL.revokeObjectURL(chosen);
    setChosen(undefined);
  };
  const savePicture = useMutation({
    async mutationFn(picture: Blob | undefined) {
      if (!picture) return save(undefined);
      const file = new File([picture], 'picture.jpg', { type: picture.type });
      return save(await uploadFile(files.uploadImage, file, {}));
    },
    onSuccess() {
      close();
      toast('success', savedText);
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
  /** `chosen` is the address of the file to crop. */
  return { chosen, close, problem, choose, savePicture };
}
