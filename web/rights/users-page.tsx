// Everybody who has an account.
import { systemPeople } from '#contract/employees.ts';
import { actAs } from '#web/employees/act-as.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { useCurrentUser } from '#web/shell/app-current-user.ts';
import { LanguageInput } from './language-input.tsx';
import { RightsTabs } from './rights-tabs.tsx';

export function UsersPage() {
  const { user } = useCurrentUser();
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
        actions={(person) => [actAs('system', person, user.id)]}
        inputs={{ languageId: LanguageInput }}
      />
    </>
  );
}
