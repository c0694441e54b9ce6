// A person's picture, or their initials if they have none.
import { images } from '#contract/files.ts';
import { operationUrl } from '#web/lib/client/client.ts';
import { currentLocale } from '#web/lib/locale.ts';
import classes from './portrait.module.css';

interface Props {
  picture: string | null;
  name: string;
  /** Width and height (px). */
  size: number;
  /** Loads eagerly because it is visible at once. */
  isFirst?: boolean;
}

export function Portrait({ picture, name, size, isFirst = false }: Props) {
  const style = { inlineSize: size, blockSize: size, fontSize: size * 0.34 };
  if (!picture) {
    return (
      <span className={classes.letters} style={style} aria-hidden>
        {initials(name)}
      </span>
    );
  }
  return (
    <img
      className={classes.picture}
      style={style}
      src={portraitUrl(picture, size > 200 ? 640 : 200)}
      width={size}
      height={size}
      alt=""
      loading={isFirst ? 'eager' : 'lazy'}
      decoding="async"
    />
  );
}

/** The URL of a picture cropped to a square of one of the stored sizes. */
export function portraitUrl(id: string, size: 64 | 200 | 640): string {
  return operationUrl(images.get, { id, width: size, height: size });
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toLocaleUpperCase(currentLocale());
}
