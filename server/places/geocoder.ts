// Queries the configured geocoding service sparingly: caches its answers, and respects the rate limit of public
// instances.

import { setTimeout as sleep } from 'node:timers/promises';
import { UNKNOWN_PART } from '#contract/places.ts';
import type { Config } from '#server/lib/config.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { type LocationRecord, reverseGeocode, searchPlaces } from './gazetteer.ts';
import { type GeoPoint, nominatim, type Provider, photon } from './provider.ts';

export interface Geocoder {
  /** `whole`: the text is complete, not the beginning of one. Throws 503 when the service does not answer. */
  search(text: string, options: { limit: number; language: string; whole: boolean }): Promise<LocationRecord[]>;
  /** The place at a point, with the point's own coordinates; all parts are `-` where there is none. */
  reverse(point: GeoPoint, language: string): Promise<LocationRecord>;
}

const providers = { nominatim, photon };
/** Requests that may wait for their turn; further ones are rejected immediately. */
const maxWaiting = 5;
const timeout = 6_000;
const maxCached = 1_000;
const maxAnswerBytes = 500_000;

const bundled: Geocoder = {
  search: async (text, { limit }) => searchPlaces(text, { limit }),
  reverse: async ({ latitude, longitude }) => reverseGeocode(latitude, longitude),
};

const geocoders = new WeakMap<Config, Geocoder>();

/** The geocoder of an installation; all requests share one, with its rate limit and its cache. */
export function geocoderOf(config: Config): Geocoder {
  const cached = geocoders.get(config);
  if (cached) return cached;
  const { kind, url } = config.geocoder;
  const geocoder = kind === 'bundled' ? bundled : remoteGeocoder(providers[kind], url, config.publicUrl);
  geocoders.set(config, geocoder);
  return geocoder;
}

function remoteGeocoder(provider: Provider, url: string | undefined, publicUrl: string | undefined): Geocoder {
  const base = url ?? provider.publicUrl;
  const isPublic = new URL(base).origin === provider.publicUrl;
  const cache = new Map<string, LocationRecord[]>();
  let waiting = 0;
  let turn: Promise<unknown> = Promise.resolve();

  async function ask(address: URL): Promise<LocationRecord[]> {
    const cached = cache.get(address.href);
    if (cached) return cached;
    if (waiting >= maxWaiting) throw unavailable();
    waiting += 1;
    // Sequential: the delay belongs to the turn, and no other request comes in between.
    const pending = turn.then(() => fetchPlaces(provider, address, publicUrl));
    turn = pending
      .catch(() => {})
      .then(() => {
        waiting -= 1;
        return isPublic ? sleep(provider.minIntervalMs, undefined, { ref: false }) : undefined;
      });
    const places = await pending;
    if (cache.size >= maxCached) cache.delete(cache.keys().next().value ?? '');
    cache.set(address.href, places);
    return places;
  }

  return {
    async search(text, { limit, language, whole }) {
      if (isPublic && !whole && !provider.completes) return bundled.search(text, { limit, language, whole });
      try {
        return (await ask(provider.search(base, text, limit, language))).slice(0, limit);
      } catch (error) {
        // While a person types, a city is more helpful than an error.
        if (!whole && error instanceof Refusal) return bundled.search(text, { limit, language, whole });
        throw error;
      }
    },
    async reverse(point, language) {
      // Rounds to about a metre: closer points share a cache entry.
      const rounded = { latitude: round(point.latitude), longitude: round(point.longitude) };
      const [found] = await ask(provider.reverse(base, rounded, language));
      return { ...(found ?? nowhere), ...point };
    },
  };
}

const nowhere: Omit<LocationRecord, keyof GeoPoint> = {
  lineAddress: UNKNOWN_PART,
  placeId: UNKNOWN_PART,
  street: UNKNOWN_PART,
  city: UNKNOWN_PART,
  state: UNKNOWN_PART,
  country: UNKNOWN_PART,
  zipCode: UNKNOWN_PART,
  name: UNKNOWN_PART,
};

async function fetchPlaces(provider: Provider, address: URL, publicUrl: string | undefined): Promise<LocationRecord[]> {
  try {
    const answer = await fetch(address, {
      // Both services require a user agent that identifies the installation.
      headers: { 'user-agent': `Daybook (${publicUrl ?? 'self-hosted'})`, accept: 'application/json' },
      signal: AbortSignal.timeout(timeout),
      redirect: 'error',
    });
    if (!answer.ok) throw new Error(`${address.host} answered ${answer.status}`);
    const text = await answer.text();
    if (text.length > maxAnswerBytes) throw new Error(`${address.host} answered too much`);
    return provider.read(JSON.parse(text));
  } catch (error) {
    throw unavailable(error);
  }
}

function unavailable(cause?: unknown): Refusal {
  const refusal = new Refusal(503, 'geolocation.away', { retryAfter: 5 });
  refusal.cause = cause;
  return refusal;
}

function round(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}
