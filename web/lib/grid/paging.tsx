// Pagination: the current page, the number of pages and the page size.
import { NativeSelect, Pagination } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatCount } from '#web/lib/count.ts';
import classes from './grid.module.css';
import { type GridPage, type GridState, pageSizes } from './use-grid.ts';

export function Paging({ state, listed }: { state: GridState; listed: GridPage }) {
  const { t } = useTranslation();
  const page = state.search.page ?? 1;
  const pages = Math.max(1, Math.ceil(listed.totalRows / state.rowsPerPage));
  const first = (page - 1) * state.rowsPerPage + 1;
  const names = { first: 'firstPage', previous: 'previousPage', next: 'nextPage', last: 'lastPage' } as const;
  return (
    <nav className={classes.paging} aria-label={t('grid.pages')}>
      <span className={classes.shownRows}>
        {t('grid.shown', {
          first: formatCount(first),
          last: formatCount(first + listed.rows.length - 1),
          total: formatTotal(listed),
        })}
      </span>
      {pages > 1 && (
        <Pagination
          size="sm"
          total={pages}
          value={page}
          onChange={(next) => state.change({ page: next > 1 ? next : undefined })}
          getControlProps={(control) => ({ 'aria-label': t(`grid.${names[control]}`) })}
          getItemProps={(item) => ({ 'aria-label': t('grid.pageNr', { page: item }) })}
        />
      )}
      <NativeSelect
        size="xs"
        aria-label={t('grid.rowsPerPage')}
        data={pageSizes.map((size) => ({ value: String(size), label: t('grid.rowsOf', { count: size }) }))}
        value={String(state.rowsPerPage)}
        onChange={(event) => {
          state.setRowsPerPage(Number(event.currentTarget.value));
          state.change({ page: undefined }, true);
        }}
      />
    </nav>
  );
}

/** `1,234`, or `100,000+` if the server stopped counting. */
export function formatTotal({ totalRows, isLowerBound }: GridPage): string {
  return `${formatCount(totalRows)}${isLowerBound ? '+' : ''}`;
}
