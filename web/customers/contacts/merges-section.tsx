// The customers that were merged into this one, each with its undo.
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ContactDetails } from '#contract/customers/contacts.ts';
import { minuteOf, visitorZone } from '#web/lib/dates.ts';
import { Section } from '#web/lib/ui/page/section.tsx';
import classes from './contacts.module.css';
import { undoMerge } from './undo-merge.ts';

export function MergesSection({ merges, canUndo }: { merges: ContactDetails['merges']; canUndo: boolean }) {
  const { t } = useTranslation();
  const undo = useMutation({ mutationFn: undoMerge });
  return (
    <Section id="customer-merges" title={t('customers.merges')}>
      <ul className={classes.list}>
        {merges.map(({ id, name, createdAt }) => (
          <li key={id} className={classes.withAction}>
            <span>
              {name}
              <span className={classes.more}>{minuteOf(createdAt, visitorZone())}</span>
            </span>
            {canUndo && (
              <Button
                size="xs"
                variant="default"
                aria-label={t('customers.undoMergeOf', { name })}
                loading={undo.isPending && undo.variables === id}
                onClick={() => undo.mutate(id)}
              >
                {t('grid.undo')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
