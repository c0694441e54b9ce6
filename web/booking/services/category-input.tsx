// The category of a service.
import { useQuery } from '@tanstack/react-query';
import type { CustomInputProps } from '#web/lib/editor/custom-input.ts';
import { ChoiceInput } from './choice-input.tsx';
import { choicesQuery } from './choices.ts';

export function CategoryInput(props: CustomInputProps) {
  const { data } = useQuery(choicesQuery);
  const choices = data?.categories.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  return <ChoiceInput {...props} value={data ? props.value : null} data={choices} look={{ clearable: true }} />;
}
