// The till: chooses a register, opens it, and sells at it.
import { Button, Select, Skeleton, Tabs } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cashRegisterChoice } from '#contract/devices/devices.ts';
import { type TillRegister, type TillState, tills } from '#contract/till/tills.ts';
import { call, query } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { useKeyHelp } from '#web/lib/ui/key-help.ts';
import { Page } from '#web/lib/ui/page/page.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { ReceiptsView } from '../receipts/receipts-view.tsx';
import { OpenSession } from '../session/open-session.tsx';
import { SessionView } from '../session/session-view.tsx';
import { useLiveTill } from '../state/use-live-till.ts';
import { SaleView } from './sale-view.tsx';
import classes from './till.module.css';
import { TillKeys, tillKeys } from './till-keys.tsx';

export function TillPage() {
  const { t } = useTranslation();
  useLiveTill();
  useKeyHelp(tillKeys);
  const [chosenId, setChosen] = useState<string>();
  const read = useQuery(query(tills.getRegisters, {}));
  // One that is open in a place that no longer keeps a till can still be closed.
  const registers = (read.data ?? []).filter(({ mode, session }) => mode !== 'off' || session !== null);
  const register =
    registers.find(({ id }) => id === chosenId) ?? registers.find(({ isDefault }) => isDefault) ?? registers[0];
  return (
    <Page
      title={t('app.menuName.till')}
      width="84rem"
      actions={
        register && (
          <div className={classes.tools}>
            <RegisterChoice registers={registers} register={register} onChoose={setChosen} />
            <TillKeys />
          </div>
        )
      }
    >
      {read.isPending && <Skeleton height={360} role="status" aria-label={t('app.loading')} />}
      {read.isError && !read.data && <TryAgain onRetry={() => void read.refetch()} />}
      {read.data && !register && <NoTill hasRegisters={read.data.length > 0} />}
      {register && <Till key={register.id} registerId={register.id} />}
    </Page>
  );
}

interface ChoiceProps {
  registers: readonly TillRegister[];
  register: TillRegister;
  onChoose(id: string): void;
}

/** The last choice of a person is their default. */
function RegisterChoice({ registers, register, onChoose }: ChoiceProps) {
  const { t } = useTranslation();
  const remember = useMutation({
    mutationFn: (id: string) => call(cashRegisterChoice.setDefault, { id }),
    onSuccess() {
      for (const { path } of [cashRegisterChoice.getAll, tills.getRegisters])
        void queryClient.invalidateQueries({ queryKey: [path] });
    },
  });
  const nameOf = ({ name, location }: TillRegister) => `${name} · ${location}`;
  if (registers.length === 1) return <span className={classes.register}>{nameOf(register)}</span>;
  return (
    <Select
      aria-label={t('till.screen.register')}
      data={registers.map((one) => ({ value: one.id, label: nameOf(one) }))}
      value={register.id}
      onChange={(id) => {
        if (id === null) return;
        onChoose(id);
        remember.mutate(id);
      }}
      allowDeselect={false}
    />
  );
}

/** Says what an administrator does to begin. */
function NoTill({ hasRegisters }: { hasRegisters: boolean }) {
  const { t } = useTranslation();
  const { pages } = useCurrentUser();
  const links = [
    { to: '/app/company/cash-registers', label: t('app.menuName.companyCashRegisters') },
    { to: '/app/company/till', label: t('till.screen.howRecorded') },
  ].filter(({ to }) => pages.includes(to));
  return (
    <div className={classes.none}>
      <p>{t(hasRegisters ? 'till.screen.allOff' : 'till.screen.noRegisters')}</p>
      {links.length === 0 && <p>{t('till.screen.askAdmin')}</p>}
      <div className={classes.links}>
        {links.map(({ to, label }) => (
          <Button key={to} variant="default" component={Link} to={to}>
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}

function Till({ registerId }: { registerId: string }) {
  const { t } = useTranslation();
  const read = useQuery({ ...query(tills.get, { registerId }), staleTime: 0 });
  if (read.isPending) return <Skeleton height={360} role="status" aria-label={t('app.loading')} />;
  if (!read.data) return <TryAgain onRetry={() => void read.refetch()} />;
  return <TillTabs till={read.data} />;
}

const views = ['sale', 'receipts', 'session'] as const;

function TillTabs({ till }: { till: TillState }) {
  const { t } = useTranslation();
  const [view, setView] = useState<string | null>('sale');
  return (
    <Tabs value={view} onChange={setView} keepMounted={false}>
      <div className={classes.views}>
        <Tabs.List>
          {views.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`till.screen.views.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {till.mode === 'beside' && <p className={classes.beside}>{t('till.screen.beside')}</p>}
      </div>
      <Tabs.Panel value="sale">{till.session ? <SaleView till={till} /> : <OpenSession till={till} />}</Tabs.Panel>
      <Tabs.Panel value="receipts">
        <ReceiptsView till={till} />
      </Tabs.Panel>
      <Tabs.Panel value="session">
        <SessionView till={till} />
      </Tabs.Panel>
    </Tabs>
  );
}
