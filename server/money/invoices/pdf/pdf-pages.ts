// The address of the PDF of an invoice, `/Pdf/DownloadPdf/?Id=`, as clients of the specification call it.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Services } from '#server/lib/context.ts';
import { contextOf } from '#server/lib/http/serve.ts';
import { notFound } from '#server/lib/refusal.ts';
import { readSession } from '#server/lib/session/session.ts';
import { readInvoicePdf } from './invoice-files.ts';
import { openFile } from './open-file.ts';
import { readDocument } from './read-document.ts';

/** `View` shows the file in the page at `/Pdf?Id=` instead of saving it. */
const query = z.object({ id: z.uuid(), token: z.string().max(100).optional(), view: z.string().optional() });

/** Only the page of the invoice shows it in a frame. */
const shownPolicy = "frame-ancestors 'self'";

export async function pdfPages(server: FastifyInstance, { services }: { services: Services }): Promise<void> {
  server.get('/Pdf/DownloadPdf', async (request, reply) => {
    const given = Object.entries(request.query as object).map(([name, value]) => [name.toLowerCase(), value]);
    const { data } = query.safeParse(Object.fromEntries(given));
    if (!data) throw notFound();
    const context = contextOf(services, request, reply);
    context.user = await readSession(context, false);
    const file = await openFile(context, data);
    const document = await readDocument(context.db, file);
    if (!document) throw notFound();
    const { bytes, hash } = await readInvoicePdf(services, file);
    const name = `${document.number}.pdf`;
    const isShown = data.view !== undefined;
    if (isShown) reply.header('content-security-policy', shownPolicy).header('x-frame-options', 'SAMEORIGIN');
    else reply.header('content-security-policy', "sandbox; default-src 'none'");
    return reply
      .type('application/pdf')
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'private, no-store')
      .header('etag', `"${hash}"`)
      .header('content-disposition', `${isShown ? 'inline' : 'attachment'}; filename="${name}"`)
      .send(bytes);
  });
}
