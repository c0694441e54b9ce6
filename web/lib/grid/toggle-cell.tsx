// A switch in a list. Saves on change and reverts on failure.
import { Switch } from '@mantine/core';
import { isNew, type Resource, type ResourceDeclaration } from '#contract/lib/resource.ts';
import type { Row } from '#web/lib/editor/row.ts';
import { changeField } from './change-field.ts';
import { rowName } from './format-value.ts';
import { fieldLabel } from './list-text.ts';

interface Props<D extends ResourceDeclaration> {
  resource: Resource<D>;
  row: { id: string };
  field: string;
}

export function ToggleCell<D extends ResourceDeclaration>({ resource, row, field }: Props<D>) {
  // Any list with an update operation has such rows.
  const anyResource = resource as never;
  const values = row as Row;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only stops the click from opening the row.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above.
    <span onClick={(event) => event.stopPropagation()}>
      <Switch
        size="sm"
        aria-label={`${fieldLabel(anyResource, field)}: ${rowName(anyResource, values)}`}
        checked={values[field] === true}
        disabled={isNew(row)}
        onChange={(event) => void changeField(anyResource, values, field, event.currentTarget.checked)}
      />
    </span>
  );
}
