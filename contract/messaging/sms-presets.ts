// The vendors whose requests are known, with the hosts that serve them.

export const smsPresets = {
  twilio: 'api.twilio.com',
  vonage: 'rest.nexmo.com',
  bird: 'rest.messagebird.com',
  sinch: 'eu.sms.api.sinch.com',
  plivo: 'api.plivo.com',
  infobip: 'api.infobip.com',
  smsapi: 'api.smsapi.com',
} as const;

export type SmsPreset = keyof typeof smsPresets;

/** The keys of that very object. */
export const smsPresetNames = Object.keys(smsPresets) as [SmsPreset, ...SmsPreset[]];
