// The side menu: headings, which fold, and nested items. Folded to its icons, it shows them all.
import { Skeleton, Tooltip } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useId, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { problemLists } from '#contract/messaging/problems.ts';
import { addressOfPage } from '#contract/operations/app-pages.ts';
import type { MenuItem } from '#contract/site/application.ts';
import { RequestCount } from '#web/booking/visits/request-count.tsx';
import { useRequestWords } from '#web/booking/visits/requests.ts';
import { menuQuery } from '#web/lib/client/menu.ts';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { MenuIcon } from '#web/lib/ui/picture/menu-icon.tsx';
import { ProblemCount } from '#web/messaging/problems/problem-count.tsx';
import { groupItems, type Headings, useHeadings } from './folded-headings.ts';
import classes from './side-menu.module.css';

export function SideMenu({ folded = false, onNavigate }: { folded?: boolean; onNavigate?: () => void }) {
  const { t } = useTranslation();
  const menu = useQuery(menuQuery);
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const items = useMemo(() => groupItems(menu.data ?? []), [menu.data]);
  const headings = useHeadings(items);
  // The menu is longer than most windows: scroll the current item into view.
  useEffect(() => {
    const current = menu.data && pathname && nav.current?.querySelector('[aria-current="page"]');
    if (current) current.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }, [pathname, menu.data]);
  if (menu.isPending) return <LoadingSkeleton />;
  return (
    <nav ref={nav} aria-label={t('app.menu')} className={classes.menu} data-folded={folded || undefined}>
      {menu.data ? (
        <Items
          items={items}
          all={collectPaths(menu.data)}
          folded={folded}
          headings={headings}
          onNavigate={onNavigate}
        />
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
  headings: Headings;
  onNavigate?: () => void;
}

function Items({ id, items, ...shown }: { id?: string; items: readonly MenuItem[] } & ItemProps) {
  return (
    <ul id={id} className={classes.items} data-group={id && true}>
      {items.map((item) => (
        <li key={item.id}>
          {addressOfPage(item.sRef) ? (
            <>
              <Item item={item} {...shown} />
              {item.childrens.length > 0 && <Items items={item.childrens} {...shown} />}
            </>
          ) : (
            <Heading item={item} {...shown} />
          )}
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
  const isHome = to === '/app/home';
  const problems = problemLists.find(({ declared }) => declared.page === to);
  const requests = useRequestWords();
  const label = isHome && requests ? `${name}, ${requests}` : name;
  const shared = { className: classes.item, 'aria-label': folded ? label : undefined, onClick: onNavigate };
  const content = (
    <>
      <MenuIcon icon={item.icon} />
      <span className={classes.name}>{name}</span>
      {isHome && <RequestCount />}
      {problems && <ProblemCount list={problems} />}
    </>
  );
  return (
    <Tooltip label={label} position="right" disabled={!folded} openDelay={200}>
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

function Heading({ item, ...shown }: { item: MenuItem } & ItemProps) {
  const { name, childrens } = item;
  const { folded, headings } = shown;
  const id = useId();
  if (folded) {
    return (
      <>
        <hr className={classes.rule} />
        <Items id={id} items={childrens} {...shown} />
      </>
    );
  }
  if (childrens.length === 0) return <span className={classes.heading}>{name}</span>;
  const isOpen = headings.isOpen(item);
  return (
    <>
      <button
        type="button"
        className={classes.heading}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => headings.toggle(item)}
      >
        {name}
        <IconChevronDown size={14} stroke={2} aria-hidden="true" />
      </button>
      {isOpen && <Items id={id} items={childrens} {...shown} />}
    </>
  );
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
