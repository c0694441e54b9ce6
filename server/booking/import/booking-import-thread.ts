// The worker thread that imports services and appointments.
import { bookingImports } from '#contract/booking/import.ts';
import { serveImports } from '#server/customers/import/serve-imports.ts';
import { runBookingImport } from './run-booking-import.ts';

serveImports(bookingImports.run.output, runBookingImport);
