// Serves what people at the desk print.
import { papers } from '#contract/booking/papers.ts';
import { serve } from '#server/lib/http/serve.ts';
import { printDay } from './print-day.ts';
import { printNote } from './print-note.ts';
import { printPaymentNote } from './print-payment-note.ts';
import { printSlip } from './print-slip.ts';

export const paperRoutes = serve(papers, { printSlip, printPaymentNote, printDay, printNote });
