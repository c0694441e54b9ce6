// Uploads a file to an operation, like a browser's form.
import type { Operation, Output } from '#contract/lib/service.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { checkAnswer } from './check-answers.ts';

export interface UploadResult<O extends Operation> {
  status: number;
  body: string;
  /** The messages of a 417. */
  messages: string[];
  answer: Output<O>;
}

const boundary = 'daybook-test-boundary';

/** `field`: the name of the form field. */
export async function sendFile<O extends Operation>(
  app: TestApp,
  operation: O,
  file: { name: string; bytes: Buffer; type?: string; field?: string },
  headers: Record<string, string> = {},
): Promise<UploadResult<O>> {
  const { name, bytes, type = 'application/octet-stream', field = 'File' } = file;
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`;
  const { statusCode: status, body } = await app.server.inject({
    method: 'POST',
    url: `/${operation.path}`,
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
  return {
    status,
    body,
    get messages() {
      return status === 417
        ? JSON.parse(body).map(({ Key, Message }: Record<string, string>) => `${Key}: ${Message}`)
        : [];
    },
    get answer() {
      if (status !== 200) throw new Error(`${operation.path} answered ${status} ${body}`);
      // Parsed by the operation's own schema above.
      return checkAnswer(operation, JSON.parse(body)).answer as Output<O>;
    },
  };
}
