// Checks the room for files: bytes and inodes of the disk with the data folder.
import { mkdir, statfs } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Examined, Finding } from './finding.ts';

const gigabyte = 1e9;
/** Free bytes and shares of the disk and its inodes, below which a person should look, and below which it is full. */
const little = { bytes: 2 * gigabyte, share: 0.1 };
const full = { bytes: 0.2 * gigabyte, share: 0.01 };

/** Of a file system, as `statfs` tells. Some have no fixed number of inodes: 0 of 0. */
export interface Room {
  bsize: number;
  blocks: number;
  bavail: number;
  files: number;
  ffree: number;
}

export async function checkDisk({ config: { dataDir } }: Pick<Examined, 'config'>): Promise<Finding> {
  const folder = resolve(dataDir);
  await mkdir(folder, { recursive: true });
  return judgeRoom(folder, await statfs(folder));
}

export function judgeRoom(folder: string, { bsize, blocks, bavail, files, ffree }: Room): Finding {
  const free = bavail * bsize;
  const values = { folder, free: round(free / gigabyte), total: round((blocks * bsize) / gigabyte), files: ffree };
  const isBelow = ({ bytes, share }: typeof full) => free < bytes && bavail < blocks * share;
  if (isBelow(full)) return { state: 'broken', key: 'doctor.disk.full', values };
  if (files > 0 && ffree < files * full.share) return { state: 'broken', key: 'doctor.disk.inodes', values };
  if (isBelow(little)) return { state: 'look', key: 'doctor.disk.full', values };
  if (files > 0 && ffree < files * little.share) return { state: 'look', key: 'doctor.disk.inodes', values };
  return { state: 'fine', key: 'doctor.disk.fine', values };
}

const round = (gigabytes: number) => Math.round(gigabytes * 10) / 10;
