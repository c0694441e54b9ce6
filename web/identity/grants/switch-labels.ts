// Labels and order of switches. Roles and pages have translated names, other grants the names that people gave them.
import i18next from 'i18next';
import { grantWords } from '#contract/identity/grants.ts';
import { currentLocale } from '#web/lib/locale.ts';
import type { AnySwitch } from './change-grant.ts';

/** The label of the action, group, location or page. */
export function switchLabel({ kind, name }: AnySwitch): string {
  const textArea = grantWords[kind];
  return textArea ? i18next.t(`${textArea}.${name}`, { defaultValue: name }) : name;
}

const roles = ['user', 'lcladmin', 'admin', 'sys'];

/** Sorts roles from least to most powerful, then everything else by label. */
export function sortSwitches(switches: readonly AnySwitch[]): AnySwitch[] {
  const collator = new Intl.Collator(currentLocale());
  const rank = ({ kind, name }: AnySwitch) => {
    if (kind !== 'actions') return 0;
    return roles.includes(name) ? roles.indexOf(name) : roles.length;
  };
  return switches.toSorted((a, b) => rank(a) - rank(b) || collator.compare(switchLabel(a), switchLabel(b)));
}

/** The name of the switch's owner. */
export function ownerName(row: AnySwitch): string {
  if ('groupName' in row) return row.groupName;
  return `${row.firstName} ${row.lastName}`.trim() || row.logIn;
}
