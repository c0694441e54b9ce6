// The banner carousel: advances every 5 seconds, pauses on hover, focus, request and reduced motion.
import { ActionIcon } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { banners as contract } from '#contract/site/banners.ts';
import { query } from '#web/lib/client/client.ts';
import { BannerSlide } from './banner-slide.tsx';
import classes from './banners.module.css';

/** Milliseconds (specification, "Banner carousel interval"). */
const interval = 5_000;

export function Banners() {
  const { t } = useTranslation();
  const banners = useQuery({ ...query(contract.getActive, {}), staleTime: 600_000 }).data ?? [];
  const noMotion = useReducedMotion(undefined, { getInitialValueInEffect: false });
  const track = useRef<HTMLUListElement>(null);
  /** Where a scroll of `show` ends. Until then, positions on the way say nothing. */
  const target = useRef<number>(undefined);
  const [shown, setShown] = useState(0);
  const [choice, setChoice] = useState<'play' | 'pause'>();
  const [isLookedAt, setLookedAt] = useState(false);
  const count = banners.length;
  const isPlaying = (choice ?? (noMotion ? 'pause' : 'play')) === 'play';

  const show = (index: number) => {
    const next = (index + count) % count;
    const slide = track.current?.children[next];
    if (slide instanceof HTMLElement && track.current) {
      target.current = next;
      track.current.scrollTo({ left: slide.offsetLeft, behavior: noMotion ? 'instant' : 'smooth' });
    }
    setShown(next);
  };
  const arrive = (index: number) => {
    target.current = undefined;
    setShown(index);
  };
  useEffect(() => {
    if (!isPlaying || isLookedAt || count < 2) return;
    const timer = setTimeout(() => show(shown + 1), interval);
    return () => clearTimeout(timer);
  });

  if (count === 0) return null;
  return (
    <section
      className={classes.banners}
      aria-roledescription={t('home.carousel')}
      aria-label={t('home.banners')}
      onMouseEnter={() => setLookedAt(true)}
      onMouseLeave={() => setLookedAt(false)}
      onFocus={() => setLookedAt(true)}
      onBlur={() => setLookedAt(false)}
    >
      <ul
        ref={track}
        className={classes.track}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => {
          const nearest = Math.round(scrollLeft / clientWidth);
          if (target.current !== undefined && target.current !== nearest) return;
          // A swipe ends where a slide begins; ignore positions between slides.
          if (Math.abs(scrollLeft - nearest * clientWidth) < 2) arrive(nearest);
        }}
        // A scroll that was interrupted ends elsewhere.
        onScrollEnd={({ currentTarget: { scrollLeft, clientWidth } }) => arrive(Math.round(scrollLeft / clientWidth))}
      >
        {banners.map((banner, index) => (
          <BannerSlide key={banner.id} banner={banner} isShown={index === shown} position={[index + 1, count]} />
        ))}
      </ul>
      {count > 1 && (
        <div className={classes.tools}>
          <ActionIcon variant="default" size={36} aria-label={t('home.previous')} onClick={() => show(shown - 1)}>
            <IconChevronLeft size={18} aria-hidden />
          </ActionIcon>
          <span className={`${classes.count} figures`} aria-live={isPlaying ? 'off' : 'polite'}>
            {shown + 1} / {count}
          </span>
          <ActionIcon variant="default" size={36} aria-label={t('home.next')} onClick={() => show(shown + 1)}>
            <IconChevronRight size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t(isPlaying ? 'home.pause' : 'home.play')}
            onClick={() => setChoice(isPlaying ? 'pause' : 'play')}
          >
            {isPlaying ? <IconPlayerPause size={18} aria-hidden /> : <IconPlayerPlay size={18} aria-hidden />}
          </ActionIcon>
        </div>
      )}
    </section>
  );
}
