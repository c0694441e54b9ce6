// A switch in a list. Saves on change and reverts on failure.
import { Switch } from '@mantine/core';
import { allows } from '#contract/lib/may.ts';
import { type AnyResource, isNew, type Resource, type ResourceDeclaration } from '#contract/lib/resource.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
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
  const anyResource = resource as unknown as AnyResource;
  const mayChange = allows(useCurrentUser().actions, anyResource.operations.update?.may ?? anyResource.declared.may);
  const values = row as Row;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only stops the click from opening the row.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above.
    <span onClick={(event) => event.stopPropagation()}>
      <Switch
        size="sm"
        aria-label={`${fieldLabel(anyResource, field)}: ${rowName(anyResource, values)}`}
        checked={values[field] === true}
        disabled={isNew(row) || !mayChange}
        onChange={(event) => void changeField(anyResource, values, field, event.currentTarget.checked)}
      />
    </span>
  );
}
