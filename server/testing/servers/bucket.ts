// A bucket of a real S3 server on loopback.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';

/**
 * `await using bucket = await openBucket()`. `env` sets the configuration variables for it; `directory` has its bytes.
 */
export async function openBucket() {
  const directory = await mkdtemp(join(tmpdir(), 'daybook-s3-'));
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'daybook-files' }],
  });
  const { port } = await server.run();
  return {
    directory,
    port,
    env: {
      S3_BUCKET: 'daybook-files',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
      S3_PREFIX: 'one/',
    },
    async [Symbol.asyncDispose]() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
