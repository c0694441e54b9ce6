// The words for a type of paper.

import i18next from 'i18next';
import { type DeliveredType, deliveredTypes } from '#contract/devices/listing-types.ts';

/** A type of the product is named in the language of the reader, unless an operator has described it otherwise. */
export function nameOfType(key: string, description: string): string {
  const delivered = deliveredTypes[key as DeliveredType] as string | undefined;
  if (delivered && (description === '' || description === delivered)) {
    return i18next.t(`list.listingtypes.delivered.${key as DeliveredType}`);
  }
  return description || key;
}
