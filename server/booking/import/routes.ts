// Serves the import of services and appointments to administrators.
import { bookingImports } from '#contract/booking/import.ts';
import { serve } from '#server/lib/http/serve.ts';
import { importBookings, previewBookings } from './import-bookings.ts';
import { listImports, readImportChoices } from './list-imports.ts';
import { undoImport } from './undo-import.ts';

export const bookingImportRoutes = serve(bookingImports, {
  getAll: listImports,
  getChoices: readImportChoices,
  preview: previewBookings,
  run: importBookings,
  undo: undoImport,
});
