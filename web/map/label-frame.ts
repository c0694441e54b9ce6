// An invisible frame around the view of a street map: MapLibre leaves out every label that the edge would cut.
import type { FeatureCollection } from 'geojson';
import { GeoJSONSource, type Map as GlMap } from 'maplibre-gl';

/** The frame's layer, which stays the topmost: the labels of upper layers are placed first. */
export const FRAME_LAYER = 'label-frame';
/** The image of one piece of the frame: transparent, but in the way of labels. */
export const FRAME_MARK = 'label-frame-mark';
/** Width of a piece of the frame; half of it lies inside the view (px). */
const PIECE = 16;

export interface LabelFrame {
  /** Adds the frame to the style that has just been loaded. */
  add(): void;
}

export function labelFrame(map: GlMap): LabelFrame {
  const draw = (data: FeatureCollection) => {
    const source = map.getSource(FRAME_LAYER);
    if (source instanceof GeoJSONSource) source.setData(data);
  };
  // The frame would move with the map, across labels that are in view.
  map.on('movestart', () => draw(piecesAt([])));
  map.on('moveend', () => draw(frameOf(map)));
  map.on('resize', () => draw(frameOf(map)));
  return {
    add() {
      if (map.getSource(FRAME_LAYER)) return;
      map.addSource(FRAME_LAYER, { type: 'geojson', data: frameOf(map), tolerance: 0 });
      map.addLayer({
        id: FRAME_LAYER,
        type: 'symbol',
        source: FRAME_LAYER,
        layout: { 'icon-image': FRAME_MARK, 'icon-allow-overlap': true, 'icon-padding': 0 },
      });
    },
  };
}

export const frameMark = () => new ImageData(PIECE, PIECE);

function frameOf(map: GlMap): FeatureCollection {
  const { clientWidth: width, clientHeight: height } = map.getContainer();
  const along = (length: number) =>
    Array.from({ length: Math.ceil(length / PIECE) + 1 }, (_, index) => Math.min(index * PIECE, length));
  const points = [
    ...along(width).flatMap((x) => [map.unproject([x, 0]), map.unproject([x, height])]),
    ...along(height).flatMap((y) => [map.unproject([0, y]), map.unproject([width, y])]),
  ];
  return piecesAt(points.map(({ lng, lat }) => [lng, lat]));
}

function piecesAt(points: [longitude: number, latitude: number][]): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: points.map((coordinates) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates },
      properties: {},
    })),
  };
}
