// Everybody who has an account.
import { systemPeople } from '#contract/employees.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { LanguageInput } from './language-input.tsx';
import { RightsTabs } from './rights-tabs.tsx';

export function UsersPage() {
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
        inputs={{ languageId: LanguageInput }}
      />
    </>
  );
}
