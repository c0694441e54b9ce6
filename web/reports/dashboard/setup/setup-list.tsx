// The setup list of a new business: steps to the first booking, each ticked as soon as it is done. Shown until
// everything is done or the administrator closes it.
import { ActionIcon, Badge, Progress, UnstyledButton } from '@mantine/core';
import { IconCheck, IconChevronRight, IconX } from '@tabler/icons-react';
import { useIsMutating, useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type SetupState, type SetupStep, setup } from '#contract/reports/setup.ts';
import { call } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import classes from './setup-list.module.css';
import { refreshSetup, setupQuery } from './setup-query.ts';

const SetupDialog = lazy(() => import('./setup-dialog.tsx').then(({ SetupDialog }) => ({ default: SetupDialog })));

/** Steps that help, but are no condition of the first booking. */
const recommended: readonly SetupStep[] = ['service', 'picture', 'invite'];

export function SetupList() {
  const { actions, isImpersonated } = useCurrentUser();
  return actions.includes('admin') && !isImpersonated ? <OwnSetupList /> : null;
}

function OwnSetupList() {
  const state = useQuery({ ...setupQuery, staleTime: 0 }).data;
  const [open, setOpen] = useState<SetupStep>();
  // Ticks follow every change that this page saves.
  const isSaving = useIsMutating() > 0;
  useEffect(() => {
    if (!isSaving) void refreshSetup();
  }, [isSaving]);
  const dismiss = useMutation({
    mutationFn: () => call(setup.dismiss, {}),
    onMutate: () =>
      queryClient.setQueryData<SetupState>(setupQuery.queryKey, (now) => now && { ...now, isDismissed: true }),
  });
  const isShown = state && !state.isDismissed && state.done.length < state.steps.length;
  return (
    <>
      {isShown && <Card state={state} onOpen={setOpen} onDismiss={() => dismiss.mutate()} />}
      {state && open && (
        <Suspense fallback={null}>
          <SetupDialog
            step={open}
            path={state.path}
            isPublic={state.done.includes('public')}
            onClose={() => {
              setOpen(undefined);
              void refreshSetup();
            }}
          />
        </Suspense>
      )}
    </>
  );
}

interface CardProps {
  state: SetupState;
  onOpen(step: SetupStep): void;
  onDismiss(): void;
}

function Card({ state, onOpen, onDismiss }: CardProps) {
  const { t } = useTranslation();
  const { steps, done, isBookable } = state;
  const next = steps.find((step) => !done.includes(step) && !recommended.includes(step));
  const progress = t('dashboard.setup.progress', { done: done.length, count: steps.length });
  return (
    <section className={classes.card} aria-labelledby="setup-list">
      <div className={classes.head}>
        <div>
          <h2 id="setup-list" className={classes.title}>
            {t(isBookable ? 'dashboard.setup.bookable' : 'dashboard.setup.title')}
          </h2>
          <p className={classes.lead}>{t(isBookable ? 'dashboard.setup.bookableLead' : 'dashboard.setup.lead')}</p>
        </div>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          aria-label={t('dashboard.setup.dismiss')}
          onClick={onDismiss}
        >
          <IconX size={18} stroke={1.75} />
        </ActionIcon>
      </div>
      <div className={classes.progress}>
        <Progress value={(100 * done.length) / steps.length} aria-label={progress} />
        <span aria-hidden="true">{progress}</span>
      </div>
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={step}>
            <UnstyledButton
              className={classes.step}
              data-done={done.includes(step) || undefined}
              data-next={step === next || undefined}
              onClick={() => onOpen(step)}
            >
              <span className={classes.tick} aria-hidden="true">
                {done.includes(step) && <IconCheck size={16} stroke={2.5} />}
              </span>
              <span className={classes.text}>
                <span className={classes.name}>
                  {t(`dashboard.setup.step.${step}`)}
                  {done.includes(step) && <span className="unseen">, {t('dashboard.setup.done')}</span>}
                  {recommended.includes(step) && !done.includes(step) && (
                    <Badge variant="default" size="sm" className={classes.badge}>
                      {t('dashboard.setup.recommended')}
                    </Badge>
                  )}
                </span>
                <span className={classes.hint}>{t(`dashboard.setup.hint.${step}`)}</span>
              </span>
              <IconChevronRight size={18} stroke={1.75} aria-hidden="true" />
            </UnstyledButton>
          </li>
        ))}
      </ol>
    </section>
  );
}
