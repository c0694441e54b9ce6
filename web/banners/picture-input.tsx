// The picture of a banner.
import type { OwnInput } from '#web/lib/editor/editor.tsx';
import { PictureField } from '#web/lib/editor/picture-field.tsx';

export const PictureInput: OwnInput = ({ value, form: _form, row: _row, required: _required, ...field }) => (
  <PictureField {...field} use="banner" value={(value as string | null) ?? null} />
);
