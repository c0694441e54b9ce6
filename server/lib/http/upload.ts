// Reads the uploaded file of a request (multipart/form-data), after the caller's permission has been checked.
import { buffer } from 'node:stream/consumers';
import fastifyMultipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalid, Refusal } from '#server/lib/refusal.ts';
import { isLate } from './body-deadline.ts';

export interface Upload {
  /**
   * Returns the first file of the form. Throws 417 with Key `File` when there is none or it exceeds `maxBytes`, 415
   * when the request is not a form, 400 when the form is incomplete, 408 when it does not arrive in time.
   */
  receive(maxBytes: number): Promise<{ name: string; bytes: Buffer }>;
}

/** Lets the routes of this scope, and no others, accept forms with a file. */
export async function receiveUploads(scope: FastifyInstance): Promise<void> {
  await scope.register(fastifyMultipart, { throwFileSizeLimit: false });
}

export function uploadOf(request: FastifyRequest): Upload {
  return {
    async receive(maxBytes) {
      if (!request.isMultipart()) throw new Refusal(415, 'file.noForm');
      const limits = { fileSize: maxBytes, files: 1, fields: 8, fieldSize: 1000, parts: 9, headerPairs: 20 };
      const brokenForm = () => {
        throw isLate(request) ? new Refusal(408, 'error.lateBody') : new Refusal(400, 'error.body');
      };
      const part = await request.file({ limits }).catch(brokenForm);
      if (!part) throw invalid('File', 'file.none');
      const bytes = await buffer(part.file).catch(brokenForm);
      if (part.file.truncated) throw tooLarge(maxBytes);
      if (!part.filename || bytes.length === 0) throw invalid('File', 'file.none');
      return { name: part.filename, bytes };
    },
  };
}

/** States the maximum size in megabytes, with one decimal if needed. */
export function tooLarge(maxBytes: number): Refusal {
  return invalid('File', 'file.large', { maximum: Math.floor((maxBytes / 1024 / 1024) * 10) / 10 });
}
