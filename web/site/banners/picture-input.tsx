// The picture of a banner.
import type { CustomInput } from '#web/lib/editor/custom-input.ts';
import { PictureField } from '#web/lib/editor/picture-field.tsx';

export const BannerPictureInput: CustomInput = (input) => (
  <PictureField {...input} use="banner" value={input.value ?? null} />
);
