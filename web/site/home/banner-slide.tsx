// One banner. Following its link is counted.
import { useTranslation } from 'react-i18next';
import { isSafeLink } from '#contract/lib/links.ts';
import { type Banner, banners } from '#contract/site/banners.ts';
import { call } from '#web/lib/client/client.ts';
import { headingFace } from '#web/lib/heading-face.ts';
import classes from './banners.module.css';

interface Props {
  banner: Banner;
  isShown: boolean;
  /** Number of this slide and of all slides. */
  position: [number, number];
}

export function BannerSlide({ banner, isShown, position: [index, count] }: Props) {
  const { t } = useTranslation();
  const isElsewhere = /^https?:/i.test(banner.link) && !banner.link.startsWith(location.origin);
  return (
    <li className={classes.slide} aria-label={t('home.slide', { index, count })} inert={!isShown}>
      <a
        className={classes.link}
        // A banner of an earlier version can have any link.
        href={isSafeLink(banner.link) ? banner.link : undefined}
        {...(isElsewhere && { target: '_blank', rel: 'noopener' })}
        // Navigation neither waits for the count nor depends on it.
        onClick={() => void call(banners.visit, { id: banner.id }, { keepalive: true }).catch(() => {})}
      >
        {banner.imageUrl && (
          <img className={classes.picture} src={banner.imageUrl} width={480} height={152} alt="" loading="lazy" />
        )}
        <span className={classes.text}>
          <span className={classes.bannerTitle} {...headingFace(banner.title)}>
            {banner.title}
          </span>
          <span>{banner.description}</span>
        </span>
      </a>
    </li>
  );
}
