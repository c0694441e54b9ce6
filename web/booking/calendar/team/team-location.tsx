// The location whose people the views of the team show.
import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TeamMember } from '#contract/booking/calendar.ts';
import { locationsOf } from './team-people.ts';

interface Props {
  team: readonly TeamMember[];
  chosenId: string | undefined;
  onChoose(id: string | undefined): void;
  className?: string;
}

/** Renders nothing for a team at a single location. */
export function TeamLocation({ team, chosenId, onChoose, className }: Props) {
  const { t } = useTranslation();
  const locations = locationsOf(team);
  if (locations.length < 2) return null;
  return (
    <NativeSelect
      size={className ? 'xs' : 'sm'}
      className={className}
      aria-label={t('team.location')}
      // An address may name a location that is gone, or that the user does not reach.
      value={locations.find(({ id }) => id === chosenId)?.id ?? ''}
      onChange={({ currentTarget }) => onChoose(currentTarget.value || undefined)}
      data={[
        { value: '', label: t('team.allLocations') },
        ...locations.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}
