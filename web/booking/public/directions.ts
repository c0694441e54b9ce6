// Addresses of maps elsewhere, opened by the visitor's own click.

/** The way to a place, on OpenStreetMap as in our mails. */
export function directionsTo({ latitude, longitude }: { latitude: number; longitude: number }): string {
  return `https://www.openstreetmap.org/directions?to=${encodeURIComponent(`${latitude},${longitude}`)}`;
}
