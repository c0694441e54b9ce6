// Everybody who has an account.

import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { systemPeople } from '#contract/employees.ts';
import { actAs } from '#web/employees/act-as.ts';
import { endWork, fire } from '#web/employees/end-work.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { useCurrentUser } from '#web/shell/app-current-user.ts';
import { LanguageInput } from './language-input.tsx';
import { PersonRights } from './person-rights.tsx';
import { RightsTabs } from './rights-tabs.tsx';

export function UsersPage() {
  const { t } = useTranslation();
  const me = useCurrentUser();
  return (
    <>
      <RightsTabs />
      <Grid
        resource={systemPeople}
        columns={[
          { field: 'name', width: 190 },
          { field: 'logIn', width: 230 },
          { field: 'company', width: 200 },
          { field: 'actions', width: 130 },
          { field: 'createdAt', width: 150 },
          { field: 'language', hidden: true },
          { field: 'isOwnCompany', hidden: true },
        ]}
        actions={(person) => [
          actAs('system', person, me.user.id, person.company),
          ...endWork('system', person, me, person.company),
        ]}
        below={({ id, name }) => (
          <PersonRights
            area="system"
            userId={id}
            tools={
              id === me.user.id || me.isImpersonated
                ? undefined
                : (company) => (
                    <Button
                      size="xs"
                      variant="light"
                      color="red"
                      onClick={() => void fire('system', { id, name: String(name) }, company.name, company.id)}
                    >
                      {t('list.users.fire')}
                    </Button>
                  )
            }
          />
        )}
        inputs={{ languageId: LanguageInput }}
      />
    </>
  );
}
