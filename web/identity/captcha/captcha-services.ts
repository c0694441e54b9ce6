// The captcha services an operator can choose. Each has a script that renders a frame and returns a response.

const services = {
  turnstile: { script: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit', global: 'turnstile' },
  hcaptcha: { script: 'https://js.hcaptcha.com/1/api.js?render=explicit', global: 'hcaptcha' },
  recaptcha: { script: 'https://www.google.com/recaptcha/api.js?render=explicit', global: 'grecaptcha' },
} as const;
export type ServiceName = keyof typeof services;

interface Service {
  ready?: (callback: () => void) => void;
  render(element: HTMLElement, options: Record<string, unknown>): unknown;
}

/**
 * Renders the service's frame into `element`. Calls `onResponse` with every response, and with '' on expiry or error.
 */
export async function renderCaptcha(
  name: ServiceName,
  element: HTMLElement,
  siteKey: string,
  onResponse: (response: string) => void,
): Promise<void> {
  const { script, global } = services[name];
  await load(script);
  // Defined by the service's script.
  const service = (window as unknown as Record<string, Service>)[global];
  await new Promise<void>((resolve) => (service?.ready ? service.ready(resolve) : resolve()));
  service?.render(element, {
    sitekey: siteKey,
    callback: onResponse,
    'expired-callback': () => onResponse(''),
    'error-callback': () => onResponse(''),
  });
}

const loading = new Map<string, Promise<void>>();

function load(address: string): Promise<void> {
  const pending = loading.get(address);
  if (pending) return pending;
  const loaded = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.async = true;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${address} cannot be loaded`));
    document.head.append(script);
  });
  loading.set(address, loaded);
  return loaded;
}
