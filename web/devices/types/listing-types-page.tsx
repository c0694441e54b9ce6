// The types of paper and their templates.
import { systemListingTypes } from '#contract/devices/listing-types.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { TemplateInput } from './template-input.tsx';
import { nameOfType } from './type-name.ts';

export function ListingTypesPage() {
  return (
    <Grid
      resource={systemListingTypes}
      columns={[
        { field: 'key', width: 180 },
        { field: 'description', width: 300, cell: ({ key, description }) => nameOfType(key, description) },
        { field: 'fileName', width: 220 },
        { field: 'isSystem', width: 120 },
      ]}
      inputs={{ fileId: TemplateInput }}
    />
  );
}
