// Replaces the rows of an empty list: no records yet, nothing found, loading, or failed to load.
import { Button, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AnyResource } from '#contract/lib/resource.ts';
import classes from './grid.module.css';
import { listText } from './list-text.ts';
import type { GridState } from './use-grid.ts';

interface Props {
  resource: Pick<AnyResource, 'area' | 'name'>;
  state: GridState;
  canAdd: boolean;
}

export function EmptyList({ resource, state, canAdd }: Props) {
  const { t } = useTranslation();
  const { search, from, to, page, only } = state.search;
  const isFiltered = Boolean(search || from || to || page || only);
  return (
    <div className={classes.empty}>
      <p>{isFiltered ? t('grid.nothingFound') : listText(resource, 'empty')}</p>
      {isFiltered && (
        <Button
          variant="default"
          size="sm"
          onClick={() => state.change({ search: undefined, from: undefined, to: undefined, only: undefined })}
        >
          {t('grid.showAll')}
        </Button>
      )}
      {!isFiltered && canAdd && (
        <Button variant="default" size="sm" onClick={() => state.change({ open: 'new' })}>
          {listText(resource, 'new')}
        </Button>
      )}
    </div>
  );
}

export function ListSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.skeleton} role="status" aria-label={t('app.loading')}>
      {[0, 1, 2, 3, 4, 5, 6, 7].map((line) => (
        <Skeleton key={line} height={18} radius="sm" />
      ))}
    </div>
  );
}

export function ListFailed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={classes.empty} role="alert">
      <p>{t('static.notLoaded')}</p>
      <Button variant="default" size="sm" onClick={onRetry}>
        {t('static.tryAgain')}
      </Button>
    </div>
  );
}
