// Map markers as buttons in the page: they use its colours and work with keyboard and screen reader.
import { type Map as GlMap, Marker, Popup } from 'maplibre-gl';
import { indexMarkers, type MarkerGroup } from './cluster.ts';
import type { MapMarker } from './map-options.ts';

export type PinOptions = {
  /** The label of a group's button. */
  groupLabel: (count: number) => string;
  /** Shows the name beside every pin, not only the active one. */
  isLabelled: boolean;
  /** A pin is hovered or focused, or (undefined) no longer. */
  onActive: (id: string | undefined) => void;
  onSelect: (id: string) => void;
};

export type Pins = {
  show: (markers: MapMarker[]) => void;
  activate: (id: string | undefined) => void;
  remove: () => void;
};

/** Adds pins to the map and regroups them on zoom. Only pins in or near the view are in the page. */
export function addPins(map: GlMap, options: PinOptions): Pins {
  let index = indexMarkers([]);
  let activeId: string | undefined;
  const shown = new Map<string, { marker: Marker; group: MarkerGroup }>();
  const popup = new Popup({
    closeButton: false,
    offset: 18,
    className: 'map-popup',
    maxWidth: '280px',
    focusAfterOpen: true,
  });

  const regroup = () => {
    const bounds = map.getBounds();
    const [west, south, east, north] = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
    const [wide, high] = [(east - west) / 2, (north - south) / 2];
    const near = index.groupsIn([west - wide, south - high, east + wide, north + high], map.getZoom());
    const wanted = new Map(near.map((group) => [group.key, group]));
    for (const [key, { marker }] of shown) {
      if (wanted.has(key)) continue;
      marker.remove();
      shown.delete(key);
    }
    for (const [key, group] of wanted) {
      if (shown.has(key)) continue;
      const marker = new Marker({ element: buttonOf(group), anchor: 'center' });
      shown.set(key, { marker: marker.setLngLat([group.longitude, group.latitude]).addTo(map), group });
    }
    mark();
  };

  const mark = () => {
    for (const { marker, group } of shown.values()) {
      const isActive = activeId !== undefined && group.markers.some((one) => one.id === activeId);
      marker.getElement().classList.toggle('is-active', isActive);
    }
  };

  const buttonOf = (group: MarkerGroup): HTMLElement => {
    const [only] = group.markers;
    const button = group.markers.length === 1 && only ? pinButton(only, options) : groupButton(group, options);
    if (group.markers.length > 1) button.addEventListener('click', () => open(group, button));
    // Stop the event: a click on a pin is neither a click on the map nor a double click that zooms.
    for (const kind of ['click', 'dblclick', 'mousedown', 'touchstart'])
      button.addEventListener(kind, stop, { passive: true });
    return button;
  };

  /** Zooms in until the group splits. Markers that share a point open as a list. */
  const open = (group: MarkerGroup, opener: HTMLElement) => {
    if (group.splitZoom !== undefined) {
      map.easeTo({ center: [group.longitude, group.latitude], zoom: group.splitZoom, duration: 400 });
      return;
    }
    const list = listOf(group, options);
    list.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      popup.remove();
      opener.focus();
    });
    popup.setLngLat([group.longitude, group.latitude]).setDOMContent(list).addTo(map);
  };
  popup.on('close', () => options.onActive(undefined));

  map.on('moveend', regroup);
  map.on('zoom', regroup);
  map.on('resize', regroup);
  return {
    show: (markers) => {
      index = indexMarkers(markers);
      popup.remove();
      regroup();
    },
    activate: (id) => {
      activeId = id;
      mark();
    },
    remove: () => {
      map.off('moveend', regroup);
      map.off('zoom', regroup);
      map.off('resize', regroup);
      popup.remove();
      for (const { marker } of shown.values()) marker.remove();
      shown.clear();
    },
  };
}

function pinButton({ id, label }: MapMarker, options: PinOptions): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = options.isLabelled ? 'map-pin is-labelled' : 'map-pin';
  button.setAttribute('aria-label', label);
  button.append(piece('map-pin-dot', ''), piece('map-pin-label', label));
  listen(button, id, options);
  button.addEventListener('blur', () => options.onActive(undefined));
  return button;
}

function groupButton({ markers }: MarkerGroup, options: PinOptions): HTMLElement {
  const count = markers.length;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = `map-cluster${count >= 100 ? ' is-large' : count >= 10 ? ' is-medium' : ''}`;
  button.setAttribute('aria-label', options.groupLabel(count));
  button.append(piece('map-cluster-count', String(count)));
  return button;
}

function listOf({ markers }: MarkerGroup, options: PinOptions): HTMLElement {
  const list = document.createElement('ul');
  for (const { id, label } of markers) {
    const item = document.createElement('li');
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = label;
    listen(button, id, options);
    item.append(button);
    list.append(item);
  }
  return list;
}

function listen(button: HTMLElement, id: string, options: PinOptions): void {
  button.addEventListener('click', () => options.onSelect(id));
  button.addEventListener('pointerenter', () => options.onActive(id));
  button.addEventListener('pointerleave', () => options.onActive(undefined));
  button.addEventListener('focus', () => options.onActive(id));
}

function piece(className: string, text: string): HTMLElement {
  const element = document.createElement('span');
  element.className = className;
  element.textContent = text;
  element.setAttribute('aria-hidden', 'true');
  return element;
}

function stop(event: Event): void {
  event.stopPropagation();
}
