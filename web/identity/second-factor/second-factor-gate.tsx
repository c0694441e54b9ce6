// Requires operators to set up a second factor first, in installations that demand one.
import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { AskDialog } from '#web/lib/ui/dialog/ask-dialog.tsx';
import { useTitle } from '#web/lib/ui/page/use-title.ts';
import { PasskeysSection } from './passkeys-section.tsx';
import { SecondFactorSection, secondFactorQuery, VerifyFirst } from './second-factor-section.tsx';
import classes from './security.module.css';

/** Renders `children` once nothing is missing. */
export function SecondFactorGate({ children }: { children: ReactNode }) {
  const { actions, isImpersonated } = useCurrentUser();
  const read = useQuery({ ...secondFactorQuery, enabled: actions.includes('sys') && !isImpersonated });
  const { isRequired, isOn, passkeys } = read.data ?? {};
  if (read.isLoading) return <Loader className={classes.loading} />;
  return isRequired && !isOn && passkeys?.length === 0 ? <SetupRequired /> : children;
}

function SetupRequired() {
  const { t } = useTranslation();
  useTitle(t('security.requiredTitle'));
  return (
    <main className={classes.gate}>
      <h1>{t('security.requiredTitle')}</h1>
      <p className={classes.hint}>{t('security.required')}</p>
      <VerifyFirst />
      <SecondFactorSection />
      <PasskeysSection />
      <AskDialog />
    </main>
  );
}
