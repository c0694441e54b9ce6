// Stores the bytes of files in a bucket of an S3-compatible service.
import type { Readable } from 'node:stream';
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { S3Config } from '#server/lib/config.ts';
import { checkKey, type FileStore } from './file-store.ts';

export function s3Files({ bucket, endpoint, region, credentials, prefix }: S3Config): FileStore {
  const client = new S3Client({
    region,
    credentials,
    endpoint,
    // Self-hosted services rarely have a host name per bucket.
    forcePathStyle: endpoint !== undefined,
    // Many compatible services do not support the newer checksums; https protects the transfer, the row has a SHA-256.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 30_000 },
  });
  const place = (key: string) => {
    checkKey(key);
    return { Bucket: bucket, Key: `${prefix}${key}` };
  };
  return {
    async put(key, bytes) {
      await client.send(new PutObjectCommand({ ...place(key), Body: bytes, ContentLength: bytes.length }));
    },
    async read(key) {
      try {
        const { Body } = await client.send(new GetObjectCommand(place(key)));
        return Body as Readable | undefined; // Always a Node stream on Node.
      } catch (error) {
        if (error instanceof Error && error.name === 'NoSuchKey') return undefined;
        throw error;
      }
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand(place(key)));
    },
  };
}
