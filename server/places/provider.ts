// The protocols of the geocoding services that an operator may set instead of the bundled gazetteer.

import { z } from 'zod';
import { UNKNOWN_PART } from '#contract/places.ts';
import type { LocationRecord } from './gazetteer.ts';

export interface GeoPoint {
  latitude: number;
  longitude: number;
}

/**
 * One kind of service: the addresses of its requests, and its answers as places. An empty list means "nothing there".
 */
export interface Provider {
  publicUrl: string;
  /** Minimum delay between two requests to the public instance (ms). */
  minIntervalMs: number;
  /** Whether the public instance allows autocompletion. */
  completes: boolean;
  search(base: string, text: string, limit: number, language: string): URL;
  reverse(base: string, point: GeoPoint, language: string): URL;
  /** Throws when the answer does not match the service's format. */
  read(answer: unknown): LocationRecord[];
}

const text = z.string().max(500).optional();

const nominatimPlace = z.object({
  place_id: z.union([z.string(), z.number()]),
  osm_type: text,
  osm_id: z.union([z.string(), z.number()]).optional(),
  lat: z.coerce.number().min(-90).max(90),
  lon: z.coerce.number().min(-180).max(180),
  name: text,
  display_name: text,
  address: z.record(z.string(), z.string()).optional(),
});
const nominatimAnswer = z.union([
  z.array(nominatimPlace).max(50),
  nominatimPlace.transform((place) => [place]),
  // The answer for a point with nothing there.
  z.object({ error: z.string() }).transform(() => []),
]);

/** https://nominatim.org/release-docs/latest/api/Overview/ */
export const nominatim: Provider = {
  publicUrl: 'https://nominatim.openstreetmap.org',
  minIntervalMs: 1_000,
  // Its usage policy forbids it.
  completes: false,
  search(base, q, limit, language) {
    const parameters = { q, limit: String(limit), format: 'jsonv2', addressdetails: '1', 'accept-language': language };
    return address(base, '/search', parameters);
  },
  reverse(base, { latitude, longitude }, language) {
    const parameters = { lat: String(latitude), lon: String(longitude), format: 'jsonv2', addressdetails: '1' };
    return address(base, '/reverse', { ...parameters, 'accept-language': language });
  },
  read(answer) {
    return nominatimAnswer.parse(answer).map((found) => {
      const { address = {} } = found;
      const street = [address.road ?? address.pedestrian, address.house_number].filter(Boolean).join(' ');
      const city = address.city ?? address.town ?? address.village ?? address.municipality ?? address.hamlet;
      const key = found.osm_type && found.osm_id ? `osm:${found.osm_type.charAt(0)}${found.osm_id}` : undefined;
      return placeOf({
        lineAddress: found.display_name,
        latitude: found.lat,
        longitude: found.lon,
        placeId: key ?? `nominatim:${found.place_id}`,
        street,
        city,
        state: address.state ?? address.region,
        country: address.country,
        zipCode: address.postcode,
        name: found.name || street || city || address.country,
      });
    });
  },
};

const photonAnswer = z.object({
  features: z
    .array(
      z.object({
        geometry: z.object({ coordinates: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]) }),
        properties: z.object({
          osm_type: text,
          osm_id: z.number().optional(),
          name: text,
          housenumber: text,
          street: text,
          district: text,
          city: text,
          state: text,
          postcode: text,
          country: text,
          type: text,
        }),
      }),
    )
    .max(50),
});

/** Languages of Photon; it rejects others. */
const photonLanguages = new Set(['en', 'de', 'fr']);

/** https://github.com/komoot/photon */
export const photon: Provider = {
  publicUrl: 'https://photon.komoot.io',
  minIntervalMs: 250,
  completes: true,
  search(base, q, limit, language) {
    return address(base, '/api/', { q, limit: String(limit), ...photonLanguage(language) });
  },
  reverse(base, { latitude, longitude }, language) {
    return address(base, '/reverse', { lat: String(latitude), lon: String(longitude), ...photonLanguage(language) });
  },
  read(answer) {
    return photonAnswer.parse(answer).features.map(({ geometry, properties }) => {
      const [longitude, latitude] = geometry.coordinates;
      const street = [
        properties.street ?? (properties.type === 'street' ? properties.name : ''),
        properties.housenumber,
      ]
        .filter(Boolean)
        .join(' ');
      const city = properties.city ?? (properties.type === 'city' ? properties.name : undefined);
      const { name, state, country, postcode } = properties;
      const parts = [name, street, [postcode, city].filter(Boolean).join(' '), state, country].filter(Boolean);
      return placeOf({
        lineAddress: [...new Set(parts)].join(', '),
        latitude,
        longitude,
        placeId: properties.osm_id ? `osm:${(properties.osm_type ?? '').toLowerCase()}${properties.osm_id}` : undefined,
        street,
        city,
        state,
        country,
        zipCode: postcode,
        name: name || street || city || country,
      });
    });
  },
};

function photonLanguage(language: string): Record<string, string> {
  return photonLanguages.has(language) ? { lang: language } : {};
}

function address(base: string, path: string, parameters: Record<string, string>): URL {
  return new URL(`${base.replace(/\/+$/, '')}${path}?${new URLSearchParams(parameters)}`);
}

const maxLength = 200;

/** A missing part of an address is `-` (specification, "Location record"). */
function placeOf(
  parts: GeoPoint & Partial<Record<Exclude<keyof LocationRecord, keyof GeoPoint>, string | undefined>>,
): LocationRecord {
  const part = (value: string | undefined) => value?.trim().slice(0, maxLength).trim() || UNKNOWN_PART;
  return {
    lineAddress: part(parts.lineAddress),
    latitude: parts.latitude,
    longitude: parts.longitude,
    placeId: part(parts.placeId),
    street: part(parts.street),
    city: part(parts.city),
    state: part(parts.state),
    country: part(parts.country),
    zipCode: part(parts.zipCode),
    name: part(parts.name),
  };
}
