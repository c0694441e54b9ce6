// Acts as an employee, where two switches publish their profile and their calendar.
import i18next from 'i18next';
import { companyUsers } from '#contract/identity/company-users.ts';
import { actAs } from '#web/identity/impersonation/impersonate-action.ts';

/** Asks first: the switches are the person's own. */
export function askToPublish({ id, name }: { id: string; name: string }): void {
  const text = i18next.t('employee.publishText');
  void actAs(companyUsers.impersonate, { id, name }, { to: '/app/user/my-account#visibility', text });
}
