// All people with an account.

import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { systemPeople } from '#contract/company/people.ts';
import type { AnyResource } from '#contract/lib/resource.ts';
import { LanguageInput, languageNameOf } from '#web/identity/grants/language-input.tsx';
import { PersonRights } from '#web/identity/grants/person-rights.tsx';
import { RightsTabs } from '#web/identity/grants/rights-tabs.tsx';
import { impersonateAction } from '#web/identity/impersonation/impersonate-action.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { Facts } from '#web/lib/grid/facts.tsx';
import { Grid } from '#web/lib/grid/grid.tsx';
import { markVerifiedAction } from './mark-verified-action.ts';
import { removeActions, removeFromCompany } from './remove-actions.ts';

/** Typed for the components of any list. */
const people = systemPeople as unknown as AnyResource;

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
          { field: 'logIn', width: 210 },
          { field: 'company', width: 150 },
          { field: 'actions', width: 165 },
          { field: 'createdAt', width: 165 },
          { field: 'isEMailVerified', hidden: true },
          { field: 'language', hidden: true },
          { field: 'isOwnCompany', hidden: true },
        ]}
        actions={(person) => [
          impersonateAction('system', person, me.user.id, person.companies),
          markVerifiedAction(person, me),
          ...removeActions('system', person, me, { companies: person.companies }),
        ]}
        below={(row) => (
          <>
            <Facts resource={people} row={row} fields={['logIn', 'eMail', 'isEMailVerified', 'company', 'createdAt']} />
            <PersonRights
              area="system"
              userId={row.id}
              tools={
                row.id === me.user.id || me.isImpersonated
                  ? undefined
                  : (company) => (
                      <Button
                        size="xs"
                        variant="light"
                        color="red"
                        onClick={() =>
                          void removeFromCompany(
                            'system',
                            { id: row.id, name: String(row.name) },
                            { from: company.name, companyId: company.id },
                          )
                        }
                      >
                        {t('list.users.fire')}
                      </Button>
                    )
              }
            />
          </>
        )}
        inputs={{ languageId: LanguageInput }}
        formats={{ languageId: languageNameOf }}
      />
    </>
  );
}
