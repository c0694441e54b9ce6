// A list of switches, operated by mouse or Space, with arrow key navigation.
import { Switch } from '@mantine/core';
import i18next from 'i18next';
import type { KeyboardEvent } from 'react';
import type { Grant } from '#contract/identity/grants.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { type AnySwitch, changeGrant, type GrantArea } from './change-grant.ts';
import classes from './rights.module.css';
import { ownerName, sortSwitches, switchLabel } from './switch-labels.ts';

interface Props {
  area: GrantArea;
  switches: readonly AnySwitch[];
  /** The id of the heading. */
  labelledBy: string;
}

export function SwitchList({ area, switches, labelledBy }: Props) {
  const { isImpersonated } = useCurrentUser();
  // A lock common to all switches is shown once, beside the owner's name.
  const common = commonLock(switches);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the legend of a fieldset cannot be in another column.
    <div role="group" aria-labelledby={labelledBy} className={classes.switches}>
      {sortSwitches(switches).map((one) => {
        const label = uniqueLabel(switches, one);
        const locked = 'locked' in one ? one.locked : null;
        return (
          <Switch
            key={one.id}
            size="sm"
            label={label}
            description={switchNote(one, common !== undefined)}
            checked={one.allow || hasOtherwise(one)}
            disabled={locked !== null || hasOtherwise(one) || isImpersonated}
            classNames={{ label: classes.label, description: classes.lock }}
            onChange={(event) =>
              void changeGrant(area, one, `${ownerName(one)}, ${label}`, event.currentTarget.checked)
            }
          />
        );
      })}
    </div>
  );
}

/** Adds the internal name to labels that are equal in this language. */
function uniqueLabel(switches: readonly AnySwitch[], one: AnySwitch): string {
  const label = switchLabel(one);
  const isOnlyOne = switches.every((other) => other.id === one.id || switchLabel(other) !== label);
  return isOnlyOne || label === one.name ? label : `${label} (${one.name})`;
}

/** Why the switch is locked. */
function switchNote(one: AnySwitch, isLockShown: boolean): string | undefined {
  if (hasOtherwise(one)) return i18next.t('list.grants.anyway');
  return 'locked' in one && one.locked && !isLockShown ? i18next.t(`users.${one.locked}`) : undefined;
}

/** Whether the person has it by their role or a group: the switch would make no difference. */
function hasOtherwise(one: AnySwitch): boolean {
  return 'has' in one && one.has && !one.allow;
}

/** The reason that locks all switches, if they share one. */
export function commonLock(switches: readonly AnySwitch[]): Grant['locked'] | undefined {
  const [first] = switches;
  if (!first || !('locked' in first) || first.locked === null || first.locked === 'onlyWhatOneHas') return undefined;
  return first.locked;
}

/** For the `onKeyDown` of a container: arrow keys move the focus to the next switch in their visual direction. */
export function moveSwitchFocus(event: KeyboardEvent<HTMLElement>): void {
  const from = event.target;
  if (!(from instanceof HTMLInputElement) || from.role !== 'switch') return;
  // Enter would submit a surrounding form.
  if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault();
  const all = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input[role="switch"]:enabled')];
  const next = nextSwitch(event.key, from, all);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function nextSwitch(key: string, from: HTMLInputElement, all: HTMLInputElement[]): HTMLInputElement | undefined {
  const index = all.indexOf(from);
  if (key === 'ArrowRight') return all[index + 1];
  if (key === 'ArrowLeft') return all[index - 1];
  if (key === 'ArrowDown') return nearest(from, all, 1);
  if (key === 'ArrowUp') return nearest(from, all, -1);
  if (key === 'Home') return all[0];
  return key === 'End' ? all.at(-1) : undefined;
}

/** Returns the nearest switch on the line below or above. */
function nearest(from: HTMLElement, all: readonly HTMLInputElement[], direction: 1 | -1): HTMLInputElement | undefined {
  const fromRect = from.getBoundingClientRect();
  const distance = (one: HTMLElement) => {
    const { top, left } = one.getBoundingClientRect();
    // Any distance in lines outweighs the distance within one.
    return (top - fromRect.top) * direction * 10_000 + Math.abs(left - fromRect.left);
  };
  const candidates = all.filter(
    (one) => (one.getBoundingClientRect().top - fromRect.top) * direction > fromRect.height / 2,
  );
  return candidates.toSorted((one, other) => distance(one) - distance(other))[0];
}
