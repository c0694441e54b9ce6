// The location of a device: one of the caller's, in their company.
import { Select } from '@mantine/core';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import type { CustomInput } from '#web/lib/editor/custom-input.ts';
import { hintBelow } from '#web/lib/editor/field-input.tsx';

export const LocationInput: CustomInput = ({ form: _form, row: _row, adopt: _adopt, maxLength: _max, ...input }) => {
  const { locations, companyId, locationId } = useCurrentUser();
  const own = locations.filter((each) => each.companyId === companyId);
  return (
    <Select
      {...input}
      inputWrapperOrder={hintBelow}
      data={own.map(({ id, name }) => ({ value: id, label: name }))}
      value={input.value ?? locationId}
      allowDeselect={false}
    />
  );
};
