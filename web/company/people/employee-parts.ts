// The parts of an employee's page, shown one at a time. The address names one after `#`.

export const employeeParts = ['person', 'availability', 'rights'] as const;
export type EmployeePart = (typeof employeeParts)[number];

/** Returns the part that the hash names; else the first. */
export function employeePartOf(hash: string): EmployeePart {
  return employeeParts.find((part) => part === hash) ?? 'person';
}
