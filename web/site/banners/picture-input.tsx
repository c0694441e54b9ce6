// The picture of a banner.
import type { OwnInput } from '#web/lib/editor/editor.tsx';
import { PictureField } from '#web/lib/editor/picture-field.tsx';

export const PictureInput: OwnInput = (input) => <PictureField {...input} use="banner" value={input.value ?? null} />;
