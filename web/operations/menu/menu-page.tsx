// The screen on which operators arrange the menu.
import { Button, Skeleton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newId } from '#contract/lib/fields.ts';
import { menuItems } from '#contract/operations/menu.ts';
import { query } from '#web/lib/client/client.ts';
import { Page } from '#web/lib/ui/page/page.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { buildTree } from './arrange.ts';
import { MenuRows } from './menu-rows.tsx';
import { useMenuTree } from './use-menu-tree.ts';

export function MenuPage() {
  const { t } = useTranslation();
  const tree = useMenuTree();
  const pages = useQuery(query(menuItems.getPages, {}));
  // The id of the item being renamed.
  const [renaming, rename] = useState<string>();
  const nodes = buildTree(tree.items);
  const isPending = tree.read.isPending || pages.isPending;
  const isBroken = !isPending && !(tree.read.data && pages.data);

  async function add(parentId: string): Promise<void> {
    const added = await tree.add(parentId);
    if (added) rename(added.id);
  }

  return (
    <Page
      title={t('menu.title')}
      lead={t('menu.lead')}
      width="60rem"
      actions={
        <Button
          leftSection={<IconPlus size={18} stroke={1.75} aria-hidden="true" />}
          disabled={isPending || isBroken}
          onClick={() => void add(newId)}
        >
          {t('menu.add')}
        </Button>
      }
    >
      {isPending && <LoadingSkeleton />}
      {isBroken && (
        <TryAgain
          onRetry={() => {
            void tree.read.refetch();
            void pages.refetch();
          }}
        />
      )}
      {!isPending && !isBroken && nodes.length === 0 && <p>{t('menu.empty')}</p>}
      {!isPending && !isBroken && nodes.length > 0 && (
        <MenuRows
          nodes={nodes}
          tree={tree}
          pages={pages.data ?? []}
          renaming={renaming}
          onRename={rename}
          onAdd={(parentId) => void add(parentId)}
        />
      )}
    </Page>
  );
}

function LoadingSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('app.loading')}>
      {[0, 1, 2, 3, 4].map((line) => (
        <Skeleton key={line} height={44} my={8} />
      ))}
    </div>
  );
}
