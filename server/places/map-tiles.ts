// The operator's own street map (MAP_TILES): one PMTiles file, which browsers read in ranges.
import { open, stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Services } from '#server/lib/context.ts';

/** The address of the file; requests below it do not count against the limit of requests. */
export const tilesPath = '/tiles/map.pmtiles';

/** A layer that every file of the Protomaps basemap has; the browser's style draws no other schema. */
const streetLayer = 'roads';

/** Throws one line for the operator unless the file is a PMTiles archive of vector tiles that the map can draw. */
export async function checkTiles(path: string): Promise<void> {
  const wrong = (why: string, cause?: unknown) => new Error(`MAP_TILES ${path} ${why}`, { cause });
  const file = await open(path).catch((error: Error) => {
    throw wrong(`cannot be read: ${error.message}`, error);
  });
  try {
    if (!(await file.stat()).isFile()) throw wrong('is not a file.');
    // Loaded on use: most installations have no such file.
    const { PMTiles, TileType } = await import('pmtiles');
    const archive = new PMTiles({
      getKey: () => path,
      getBytes: async (offset, length) => {
        const bytes = new Uint8Array(length);
        const { bytesRead } = await file.read(bytes, 0, length, offset);
        return { data: bytes.buffer.slice(0, bytesRead) };
      },
    });
    const notAnArchive = (error: unknown) => {
      throw wrong('is not a complete PMTiles file of version 3.', error);
    };
    const header = await archive.getHeader().catch(notAnArchive);
    if (header.specVersion !== 3) notAnArchive(undefined);
    if (header.tileType !== TileType.Mvt) throw wrong('contains no vector tiles (MVT).');
    const metadata: unknown = await archive.getMetadata().catch(notAnArchive);
    if (!layersOf(metadata).includes(streetLayer)) {
      throw wrong('does not have the layers of a Protomaps basemap (roads, water, places).');
    }
  } finally {
    await file.close();
  }
}

/** The versions as last read. */
const lastVersions = new Map<string, string>();

/**
 * Returns the address of the file for browsers; it changes with the file, so that they may cache its parts for ever.
 * While the file is missing, such as during a replacement, returns its last address; the map is then drawn without
 * streets.
 */
export async function tilesUrl(path: string): Promise<string> {
  const version = await versionOf(path).catch(() => lastVersions.get(path) ?? '');
  lastVersions.set(path, version);
  return `${tilesPath}?v=${version}`;
}

/** Serves the file, and nothing else of its folder. */
export async function tileRoutes(server: FastifyInstance, { services }: { services: Services }): Promise<void> {
  const { tiles } = services.config.map;
  if (!tiles) return;
  const path = resolve(tiles);
  // For `sendFile`, which answers requests for ranges.
  await server.register(fastifyStatic, { root: dirname(path), serve: false, dotfiles: 'allow' });
  // Compression would change the offsets.
  server.get<{ Querystring: { v?: string } }>(tilesPath, { compress: false }, async (request, reply) => {
    const version = await versionOf(path).catch(() => undefined);
    if (!version) return reply.code(503).header('retry-after', '60').send();
    // A page opened before the file was replaced notices the new tag and reads the directories again.
    reply.header('etag', `"${version}"`);
    reply.header('cache-control', request.query.v === version ? 'public, max-age=31536000, immutable' : 'no-store');
    // The address already says which version the parts are of; without a date of the file, a condition would fail.
    delete request.raw.headers['if-range'];
    reply.type('application/vnd.pmtiles');
    return reply.sendFile(basename(path), { cacheControl: false, etag: false, lastModified: false });
  });
}

async function versionOf(path: string): Promise<string> {
  const { mtimeMs, size } = await stat(path);
  return `${Math.round(mtimeMs).toString(36)}-${size.toString(36)}`;
}

function layersOf(metadata: unknown): string[] {
  // The TileJSON field `vector_layers`, which the PMTiles specification requires of vector tiles.
  const layers = (metadata as { vector_layers?: { id?: unknown }[] } | null)?.vector_layers;
  return Array.isArray(layers) ? layers.map((layer) => String(layer?.id)) : [];
}
