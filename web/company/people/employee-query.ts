// The details of one employee, as last loaded.
import { companyEmployee, type EmployeeDetails } from '#contract/company/employee.ts';
import { call, query } from '#web/lib/client/client.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { refetchPeople } from './remove-actions.ts';

const { getDetails } = companyEmployee;

/** Answers 404 for a person who does not work for the company. */
export function employeeQuery(id: string) {
  return {
    ...query(getDetails, { id }),
    queryFn: ({ signal }: { signal: AbortSignal }) => call(getDetails, { id }, { signal, handlesErrors: [404, 417] }),
    staleTime: 0,
  };
}

/** Stores the details that every change returns. */
export function cacheEmployee(details: EmployeeDetails): void {
  queryClient.setQueryData(query(getDetails, { id: details.id }).queryKey, details);
  void refetchPeople('company');
}
