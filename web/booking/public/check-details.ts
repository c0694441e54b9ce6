// What can be said about a visitor's details before the server is asked; the server checks them all again.
import type { Details } from './booking-flow.ts';

/** The i18n code of what is wrong, by field; empty when nothing is. */
export function validateDetails(details: Details): Partial<Record<keyof Details, string>> {
  const errors: Partial<Record<keyof Details, string>> = {};
  const eMail = details.eMail.trim();
  const phoneNumber = details.phoneNumber.trim();
  if (!details.name.trim()) errors.name = 'field.required';
  if (!eMail) errors.eMail = 'field.required';
  else if (!/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(eMail)) errors.eMail = 'field.email';
  if (phoneNumber && !/^\+?[\d ()./-]{5,25}$/.test(phoneNumber)) errors.phoneNumber = 'field.phone';
  return errors;
}
