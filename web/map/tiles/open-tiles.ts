// A street map from a PMTiles file, which the browser reads in ranges. A part of the map's file, which
// shares most of its code: a file of its own would be a request more for every map.
import { addProtocol } from 'maplibre-gl';
import { PMTiles, Protocol } from 'pmtiles';
import type { MapStyle } from '#web/map/offline/offline-style.ts';
import type { Palette } from '#web/map/offline/palette.ts';
import { streetStyle } from './street-style.ts';
import type { TileArea } from './tile-area.ts';

// The part of the metadata that the style needs.
type Metadata = { vector_layers?: { id: string }[]; attribution?: string } | null;

let protocol: Protocol | undefined;

/** Returns the style of the file at `url`, and what it covers. Throws if the file cannot be read. */
export async function openTiles(url: string, palette: Palette): Promise<{ style: MapStyle; area: TileArea }> {
  const address = new URL(url, location.href).href;
  if (!protocol) {
    protocol = new Protocol();
    addProtocol('pmtiles', protocol.tile);
  }
  let archive = protocol.get(address);
  if (!archive) {
    archive = new PMTiles(address);
    protocol.add(archive);
  }
  const { minZoom, maxZoom, minLon, minLat, maxLon, maxLat } = await archive.getHeader();
  const metadata = (await archive.getMetadata()) as Metadata;
  const area: TileArea = { bounds: [minLon, minLat, maxLon, maxLat], minzoom: minZoom, maxzoom: maxZoom };
  const style = streetStyle(palette, {
    ...area,
    // The protocol's own form of a tile's address.
    tiles: `pmtiles://${address}/{z}/{x}/{y}`,
    layers: new Set(metadata?.vector_layers?.map(({ id }) => id)),
    attribution: plainText(metadata?.attribution) || '© OpenStreetMap',
    language: document.documentElement.lang || 'en',
  });
  return { style, area };
}

/** The text of a piece of HTML: the file may come from anywhere. */
function plainText(html: string | undefined): string {
  return new DOMParser().parseFromString(html ?? '', 'text/html').body.textContent?.trim() ?? '';
}
