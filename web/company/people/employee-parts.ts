// The parts of an employee's page, shown one at a time. The address names one after `#`.
import type { PublicLack } from '#contract/company/employee.ts';

export const employeeParts = ['person', 'availability', 'rights'] as const;
export type EmployeePart = (typeof employeeParts)[number];

/** Returns the part that the hash names; else the first. */
export function employeePartOf(hash: string): EmployeePart {
  return employeeParts.find((part) => part === hash) ?? 'person';
}

/** Returns the part where an administrator adds what a public profile lacks. */
export function partOfLack(lack: PublicLack): EmployeePart {
  return lack === 'hours' || lack === 'services' ? 'availability' : 'person';
}
