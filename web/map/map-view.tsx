// The map, which pages load lazily: markers, the visitor's position, picking a point, and an outline when offline.
import { AttributionControl, GeolocateControl, type Map as GlMap, NavigationControl, ScaleControl } from 'maplibre-gl';
import libraryStyles from 'maplibre-gl/dist/maplibre-gl.css?inline';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { headingFace } from '#web/lib/heading-face.ts';
import ownStyles from './map.css?inline';
import {
  DEFAULT_DARK_STYLE_URL,
  DEFAULT_STYLE_URL,
  DEFAULT_ZOOM,
  type MapMarker,
  type MapPosition,
  type MapWords,
  MOVE_DEBOUNCE_MS,
} from './map-options.ts';
import { pointName } from './offline/graticule.ts';
import { cityNear, countryLabel, type World } from './offline/world.ts';
import { openMap } from './open-map.ts';
import { addPins, type Pins } from './pins.ts';
import { useMapWords } from './use-map-words.ts';

export type MapViewProps = {
  /** The map's centre; a change moves the map. `onMove` reports the visitor's own moves. */
  center: { latitude: number; longitude: number };
  zoom?: number;
  markers?: MapMarker[];
  activeId?: string;
  /** A marker is hovered or focused, or (undefined) no longer. */
  onActive?: (id: string | undefined) => void;
  onSelect?: (id: string) => void;
  /** The visitor moved the map and paused for half a second. Not called for moves by `center` and `zoom`. */
  onMove?: (position: MapPosition) => void;
  /** The visitor picked a point. The map has a crosshair cursor while this is set. */
  onClick?: (point: { latitude: number; longitude: number }) => void;
  /** Offers a button that shows the visitor's position. */
  showPosition?: boolean;
  /** The map is part of a scrolling text: the wheel alone does not zoom it. */
  isInText?: boolean;
  /** Shows the names of all markers. */
  isLabelled?: boolean;
  styleUrl?: string;
};

// Styles come with the code: a file of their own would be one more request.
const styles = new CSSStyleSheet();
styles.replaceSync(libraryStyles + ownStyles);
document.adoptedStyleSheets.push(styles);

const NO_MARKERS: MapMarker[] = [];
const MOVE_MS = 500;

/** A map that fills its parent. Without WebGL, it shows the markers as a list. */
export function MapView({
  center,
  zoom = DEFAULT_ZOOM,
  markers = NO_MARKERS,
  activeId,
  showPosition = false,
  isInText = false,
  isLabelled = false,
  styleUrl = DEFAULT_STYLE_URL,
  ...props
}: MapViewProps): ReactNode {
  const words = useMapWords();
  const container = useRef<HTMLDivElement>(null);
  const opened = useRef<{ map: GlMap; pins: Pins; relabel: () => void } | null>(null);
  const [isMissing, setMissing] = useState(false);
  const [world, setWorld] = useState<World>();
  const [base, setBase] = useState<'online' | 'offline'>();
  const [at, setAt] = useState({ ...center, zoom });

  const select = useEffectEvent((id: string) => props.onSelect?.(id));
  const activate = useEffectEvent((id: string | undefined) => props.onActive?.(id));
  const move = useEffectEvent((position: MapPosition) => props.onMove?.(position));
  const click = useEffectEvent((point: { latitude: number; longitude: number }) => props.onClick?.(point));
  // The initial position and texts. Later changes of the position move the map; new texts apply to the next map.
  const start = useEffectEvent(() => ({ position: { ...center, zoom }, words }));

  useEffect(() => {
    if (!container.current) return;
    const { position, words } = start();
    let attribution: AttributionControl | undefined;
    let open: ReturnType<typeof openMap>;
    try {
      open = openMap({
        container: container.current,
        position,
        styleUrl,
        // An operator's style has no dark variant.
        darkStyleUrl: styleUrl === DEFAULT_STYLE_URL ? DEFAULT_DARK_STYLE_URL : styleUrl,
        isInText,
        locale: localeOf(words),
        onBase: (shown, offlineWorld) => {
          setBase(shown);
          setWorld(offlineWorld);
          if (attribution) open.map.removeControl(attribution);
          attribution = shown === 'online' ? new AttributionControl({}) : undefined;
          if (attribution) open.map.addControl(attribution);
        },
      });
    } catch {
      setMissing(true);
      return;
    }
    const { map } = open;
    map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
    if (showPosition)
      map.addControl(new GeolocateControl({ fitBoundsOptions: { maxZoom: DEFAULT_ZOOM } }), 'top-right');
    map.addControl(new ScaleControl({ maxWidth: 90 }), 'bottom-left');
    const pins = addPins(map, {
      isLabelled,
      groupLabel: (count) => words.placesHere.replace('{count}', String(count)),
      onActive: activate,
      onSelect: select,
    });
    opened.current = { map, pins, relabel: open.relabel };

    const stopReports = reportMoves(map, position, { onEnd: setAt, onMove: move });
    map.on('click', ({ lngLat }) => {
      const point = lngLat.wrap();
      click({ latitude: point.lat, longitude: point.lng });
    });
    return () => {
      stopReports();
      opened.current = null;
      pins.remove();
      open.close();
    };
  }, [styleUrl, isInText, isLabelled, showPosition]);

  useEffect(() => {
    opened.current?.pins.show(markers);
    opened.current?.relabel();
  }, [markers]);
  useEffect(() => opened.current?.pins.activate(activeId), [activeId]);
  useEffect(() => {
    const map = opened.current?.map;
    if (!map || isSame(positionOf(map), { latitude: center.latitude, longitude: center.longitude, zoom })) return;
    map.easeTo({ center: [center.longitude, center.latitude], zoom, duration: MOVE_MS }, { isByPage: true });
  }, [center.latitude, center.longitude, zoom]);

  if (isMissing) return <MapMissing {...{ markers, words, isInText }} onSelect={props.onSelect} />;
  return (
    <div className={`map-view${props.onClick ? ' is-picking' : ''}`} data-base={base}>
      <div ref={container} className="map-canvas" />
      {base === 'offline' && <OfflineNotes {...{ world, at, words, isInText }} />}
    </div>
  );
}

/** The place in view and the sources of the offline map. */
function OfflineNotes({
  world,
  at,
  words,
  isInText,
}: {
  world: World | undefined;
  at: MapPosition;
  words: MapWords;
  isInText: boolean;
}) {
  const near = world && at.zoom >= 7 && cityNear(world.cityList, at.latitude, at.longitude);
  const town = near && `${near.name}, ${countryLabel(near.country)}`;
  return (
    <>
      {/* A map beside an address has its name at the point; the nearest town may be another one. */}
      {!isInText && (
        <div className="map-caption">
          {town && (
            <span className="map-caption-place" {...headingFace(town)}>
              {town}
            </span>
          )}
          <span className="map-caption-point">{pointName(at.latitude, at.longitude)}</span>
        </div>
      )}
      <div className="map-source">
        {`${words.offline} · Natural Earth, GeoNames, `}
        <a className="map-source-link" href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener">
          © OpenStreetMap
        </a>
      </div>
    </>
  );
}

/** Replaces the map without WebGL: lists the same markers. */
function MapMissing({
  markers,
  words,
  isInText,
  onSelect,
}: {
  markers: MapMarker[];
  words: MapWords;
  isInText: boolean;
  onSelect?: (id: string) => void;
}) {
  return (
    <section className="map-missing" aria-label={words.map}>
      <p>{words.noMap}</p>
      <ul>
        {markers.map(({ id, label, latitude, longitude }) => (
          <li key={id}>
            {onSelect ? (
              <button type="button" onClick={() => onSelect(id)}>
                {label}
              </button>
            ) : (
              label
            )}
            {!isInText && <small>{pointName(latitude, longitude)}</small>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Reports the end of every move, and after a pause the visitor's own. Returns a function that stops. */
function reportMoves(
  map: GlMap,
  start: MapPosition,
  on: { onEnd: (position: MapPosition) => void; onMove: (position: MapPosition) => void },
): () => void {
  let last = start;
  let timer: ReturnType<typeof setTimeout> | undefined;
  map.on('movestart', () => clearTimeout(timer));
  map.on('moveend', (event) => {
    const next = positionOf(map);
    on.onEnd(next);
    clearTimeout(timer);
    if ('isByPage' in event) last = next;
    // A resize also ends a move, without a change of position.
    else if (!isSame(last, next)) {
      timer = setTimeout(() => {
        last = next;
        on.onMove(next);
      }, MOVE_DEBOUNCE_MS);
    }
  });
  return () => clearTimeout(timer);
}

function positionOf(map: GlMap): MapPosition {
  const middle = map.getCenter().wrap();
  return { latitude: middle.lat, longitude: middle.lng, zoom: map.getZoom() };
}

/** Compares positions and ignores rounding errors of the conversion to pixels and back. */
function isSame(one: MapPosition, other: MapPosition): boolean {
  return (
    Math.abs(one.latitude - other.latitude) < 1e-6 &&
    Math.abs(one.longitude - other.longitude) < 1e-6 &&
    Math.abs(one.zoom - other.zoom) < 1e-3
  );
}

function localeOf(words: MapWords): Record<string, string> {
  return {
    'Map.Title': words.map,
    'NavigationControl.ZoomIn': words.zoomIn,
    'NavigationControl.ZoomOut': words.zoomOut,
    'GeolocateControl.FindMyLocation': words.findMe,
    'GeolocateControl.LocationNotAvailable': words.positionUnknown,
    'CooperativeGesturesHandler.WindowsHelpText': words.scrollHint,
    'CooperativeGesturesHandler.MacHelpText': words.scrollHint.replace('Ctrl', '⌘'),
    'CooperativeGesturesHandler.MobileHelpText': words.touchHint,
  };
}
