// The people of a company, and everybody for the operator.
import { companyEmployees, systemPeople } from '#contract/company/people.ts';
import { gridOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';
import { employeeRows, userRows } from './store.ts';

export const employeeRoutes = serve(companyEmployees.operations, gridOf(companyEmployees, { rows: employeeRows }));

export const systemPeopleRoutes = serve(
  systemPeople.operations,
  gridOf(systemPeople, { rows: userRows, table: 'users', values: (_, input) => input }),
);
