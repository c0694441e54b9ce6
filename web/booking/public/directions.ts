// Links to external maps, opened only by the visitor's click.

/** Directions to a place on OpenStreetMap, as in our e-mails. */
export function directionsTo({ latitude, longitude }: { latitude: number; longitude: number }): string {
  return `https://www.openstreetmap.org/directions?to=${encodeURIComponent(`${latitude},${longitude}`)}`;
}
