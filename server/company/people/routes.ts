// Serves the people of a company and of all companies, and their removal.

import { companyEmployee } from '#contract/company/employee.ts';
import { companyEmployees, systemPeople } from '#contract/company/people.ts';
import { companyDismissals, systemDismissals } from '#contract/identity/grants.ts';
import { anywhere, here } from '#server/identity/grants/scope.ts';
import { gridOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';
import { readEmployee, saveEmployee, setEmployeePicture } from './employee.ts';
import { deleteUser, removeEmployee } from './remove-employee.ts';
import { employeeRows, userRows } from './store.ts';

export const employeeRoutes = serve(companyEmployees.operations, gridOf(companyEmployees, { rows: employeeRows }));

export const companyEmployeeRoutes = serve(companyEmployee, {
  getDetails: readEmployee,
  saveDetails: saveEmployee,
  setPicture: setEmployeePicture,
});

export const systemPeopleRoutes = serve(
  systemPeople.operations,
  gridOf(systemPeople, { rows: userRows, table: 'users', values: (_, input) => input }),
);

export const companyDismissalRoutes = serve(companyDismissals, {
  fire: (context, input) => removeEmployee(context, input, here),
  delete: (context, input) => deleteUser(context, input, here),
});
export const systemDismissalRoutes = serve(systemDismissals, {
  fire: (context, input) => removeEmployee(context, input, anywhere),
  delete: (context, input) => deleteUser(context, input, anywhere),
});
