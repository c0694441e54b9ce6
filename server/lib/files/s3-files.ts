// Stores the bytes of files in a bucket of an S3-compatible service.
import { open, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { S3Config } from '#server/lib/config.ts';
import { checkKey, type FileStore } from './file-store.ts';

const limits = {
  /** A file is sent in parts of this size (bytes), one in memory at a time; the service allows 10,000 of them. */
  partLength: 32 * 2 ** 20,
  /** A connection over which nothing arrives or leaves for so long (ms) is closed, and its request sent again. */
  socketTimeout: 30_000,
};

export function s3Files(
  { bucket, endpoint, region, credentials, prefix }: S3Config,
  { partLength, socketTimeout } = limits,
): FileStore {
  const client = new S3Client({
    region,
    credentials,
    endpoint,
    // Self-hosted services rarely have a host name per bucket.
    forcePathStyle: endpoint !== undefined,
    // Many compatible services do not support the newer checksums; https protects the transfer, the row has a SHA-256.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // A limit of the whole request would end large parts on a slow line.
    requestHandler: { connectionTimeout: 5_000, socketTimeout },
  });
  const place = (key: string) => {
    checkKey(key);
    return { Bucket: bucket, Key: `${prefix}${key}` };
  };
  return {
    async put(key, bytes) {
      await client.send(new PutObjectCommand({ ...place(key), Body: bytes, ContentLength: bytes.length }));
    },
    async putFile(key, path) {
      const { UploadId } = await client.send(new CreateMultipartUploadCommand(place(key)));
      const upload = { ...place(key), UploadId };
      const file = await open(path);
      try {
        const parts: { PartNumber: number; ETag: string | undefined }[] = [];
        const part = Buffer.allocUnsafe(partLength);
        for (let at = 0; ; ) {
          const { bytesRead } = await file.read(part, 0, partLength, at);
          // An empty file has one empty part.
          if (bytesRead === 0 && parts.length > 0) break;
          const [PartNumber, Body] = [parts.length + 1, part.subarray(0, bytesRead)];
          const { ETag } = await client.send(new UploadPartCommand({ ...upload, PartNumber, Body }));
          parts.push({ PartNumber, ETag });
          at += bytesRead;
          if (bytesRead === 0) break;
        }
        await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } }));
      } catch (error) {
        // Otherwise the service would keep the parts.
        await client.send(new AbortMultipartUploadCommand(upload)).catch(() => {});
        throw error;
      } finally {
        await file.close();
      }
      await rm(path);
    },
    async *keys() {
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })) {
        for (const { Key = '' } of Contents) {
          const key = Key.slice(prefix.length);
          if (/^[\w-]+$/.test(key)) yield key;
        }
      }
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
    async removeParts(before) {
      let removed = 0;
      let marker: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {};
      while (marker) {
        const found: ListMultipartUploadsCommandOutput | undefined = await client
          .send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix, ...marker }))
          .catch(unlessUnsupported);
        // Parts that cannot be listed are left to the service.
        if (!found) return removed;
        const { Uploads = [], ...page } = found;
        for (const { Key, UploadId, Initiated } of Uploads) {
          if (!Key || !UploadId || !Initiated || Initiated.getTime() >= before.epochMilliseconds) continue;
          await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }));
          removed++;
        }
        marker = page.IsTruncated
          ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
          : undefined;
      }
      return removed;
    },
  };
}

/**
 * Returns undefined for a call that the service does not have; rethrows other errors, which the operator has to fix.
 */
function unlessUnsupported(error: unknown): undefined {
  if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 501) return undefined;
  throw error;
}
