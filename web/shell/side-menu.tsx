// The side menu: headings and nested items. Folded, it shows only icons.
import { Skeleton, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOfPage } from '#contract/operations/app-pages.ts';
import type { MenuItem } from '#contract/site/application.ts';
import { menuQuery } from '#web/lib/client/menu.ts';
import { MenuIcon } from '#web/lib/ui/menu-icon.tsx';
import { TryAgain } from '#web/lib/ui/try-again.tsx';
import classes from './side-menu.module.css';

export function SideMenu({ folded = false, onNavigate }: { folded?: boolean; onNavigate?: () => void }) {
  const { t } = useTranslation();
  const menu = useQuery(menuQuery);
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // The menu is longer than most windows: scroll the current item into view.
  useEffect(() => {
    const current = menu.data && pathname && nav.current?.querySelector('[aria-current="page"]');
    if (current) current.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }, [pathname, menu.data]);
  if (menu.isPending) return <LoadingSkeleton />;
  return (
    <nav ref={nav} aria-label={t('app.menu')} className={classes.menu} data-folded={folded || undefined}>
      {menu.data ? (
        <Items items={menu.data} all={collectPaths(menu.data)} folded={folded} onNavigate={onNavigate} />
      ) : (
        !folded && <TryAgain onRetry={() => void menu.refetch()} />
      )}
    </nav>
  );
}

interface ItemProps {
  /** The addresses of all items. */
  all: readonly string[];
  folded: boolean;
  onNavigate?: () => void;
}

function Items({ items, ...shown }: { items: readonly MenuItem[] } & ItemProps) {
  return (
    <ul className={classes.items}>
      {items.map((item) => (
        <li key={item.id}>
          {addressOfPage(item.sRef) ? <Item item={item} {...shown} /> : <Heading item={item} folded={shown.folded} />}
          {item.childrens.length > 0 && <Items items={item.childrens} {...shown} />}
        </li>
      ))}
    </ul>
  );
}

function Item({ item, all, folded, onNavigate }: { item: MenuItem } & ItemProps) {
  const { name } = item;
  const to = addressOfPage(item.sRef) ?? '';
  // Pages below this address count as part of it, unless one of them has its own item.
  const exact = all.some((other) => other.startsWith(`${to}/`));
  const shared = { className: classes.item, 'aria-label': folded ? name : undefined, onClick: onNavigate };
  const content = (
    <>
      <MenuIcon icon={item.icon} />
      <span className={classes.name}>{name}</span>
    </>
  );
  return (
    <Tooltip label={name} position="right" disabled={!folded} openDelay={200}>
      {to.startsWith('/') ? (
        <Link to={to} activeOptions={{ includeSearch: false, exact }} {...shared}>
          {content}
        </Link>
      ) : (
        <a href={to} target="_blank" rel="noreferrer" {...shared}>
          {content}
        </a>
      )}
    </Tooltip>
  );
}

function collectPaths(items: readonly MenuItem[]): string[] {
  return items.flatMap(({ sRef, childrens }) => [addressOfPage(sRef) ?? '', ...collectPaths(childrens)]);
}

function Heading({ item, folded }: { item: MenuItem; folded: boolean }) {
  const { name } = item;
  return folded ? <hr className={classes.rule} /> : <span className={classes.heading}>{name}</span>;
}

function LoadingSkeleton() {
  return (
    <div className={classes.menu} aria-hidden="true">
      {[0, 1, 2].map((line) => (
        <Skeleton key={line} height={24} my={10} mx={8} width="auto" />
      ))}
    </div>
  );
}
