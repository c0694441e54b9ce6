// Groups map markers that would overlap at a zoom level.
import Supercluster from 'supercluster';
import type { MapMarker } from './map-options.ts';

/** Markers drawn as one point, at their middle. A single marker is a group of one. Equal keys mean equal groups. */
export type MarkerGroup = {
  key: string;
  latitude: number;
  longitude: number;
  markers: MapMarker[];
  /** The lowest zoom level that splits the group; undefined when its markers share one point. */
  splitZoom: number | undefined;
};

export type MarkerIndex = {
  /** Returns the groups within the bounds (west, south, east, north) at a zoom level, rounded down, in marker order. */
  groupsIn: (bounds: [number, number, number, number], zoom: number) => MarkerGroup[];
};

/** Above this level, only markers that share a point form a group. */
const LAST_CLUSTER_ZOOM = 17;

const TILE_PIXELS = 512;
const RADIUS_PIXELS = 46;

/** Coordinates that agree to this many decimals, about 10 cm, are the same point. */
const DECIMALS = 6;

type Numbered = { marker: MapMarker; place: number };

/**
 * Groups markers within 46 pixels of one another, level by level from the nearest zoom to the farthest. Groups depend
 * only on the markers and the level, so panning does not change them.
 */
export function indexMarkers(markers: MapMarker[]): MarkerIndex {
  const points = new Map<string, Numbered[]>();
  for (const [place, marker] of markers.entries()) {
    const key = `${marker.latitude.toFixed(DECIMALS)} ${marker.longitude.toFixed(DECIMALS)}`;
    const there = points.get(key);
    if (there) there.push({ marker, place });
    else points.set(key, [{ marker, place }]);
  }
  const index = new Supercluster<{ there: Numbered[] }>({
    radius: RADIUS_PIXELS,
    extent: TILE_PIXELS,
    maxZoom: LAST_CLUSTER_ZOOM,
  });
  index.load(
    [...points.values()].map((there) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: positionOf(there) },
      properties: { there },
    })),
  );
  return {
    groupsIn: (bounds, zoom) =>
      index
        .getClusters(bounds, Math.floor(zoom))
        .map(({ geometry, properties }) => {
          const [longitude = 0, latitude = 0] = geometry.coordinates;
          const isCluster = 'cluster_id' in properties;
          const there = isCluster
            ? index.getLeaves(properties.cluster_id, properties.point_count).flatMap((leaf) => leaf.properties.there)
            : properties.there;
          const sorted = there.toSorted((one, other) => one.place - other.place);
          const splitZoom = isCluster ? index.getClusterExpansionZoom(properties.cluster_id) : undefined;
          return {
            first: sorted[0]?.place ?? 0,
            markers: sorted.map(({ marker }) => marker),
            latitude,
            longitude,
            splitZoom,
          };
        })
        .toSorted((one, other) => one.first - other.first)
        .map(({ first: _, ...group }) => ({ key: JSON.stringify(group.markers), ...group })),
  };
}

function positionOf([first]: Numbered[]): [number, number] {
  return first ? [first.marker.longitude, first.marker.latitude] : [0, 0];
}
