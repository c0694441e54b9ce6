// Opens the connection to a gateway, whatever its kind.
import { oneLine, parseSender } from '#server/lib/one-line.ts';
import type { Timeouts } from '#server/messaging/mail/deliver.ts';
import type { Sender } from '#server/messaging/outbox/medium.ts';
import type { Gateway } from './gateways.ts';
import type { Sms } from './sms.ts';

export async function openGateway(
  gateway: Gateway,
  { connections, timeouts }: { connections: number; timeouts?: Timeouts | undefined },
): Promise<Sender<Sms>> {
  if (gateway.kind === 'http') {
    const { sendOverHttp } = await import('./send-over-http.ts');
    return { send: (sms, signal) => sendOverHttp(gateway, sms, signal), close: () => {} };
  }
  // Loaded on first use: many installations start without a gateway.
  const { openDeliverer } = await import('#server/messaging/mail/deliver.ts');
  const deliverer = openDeliverer(gateway.server, connections, timeouts);
  const sender = parseSender(gateway.installation.mailFrom);
  return {
    async send(sms, signal) {
      const mail = {
        ...{
          id: sms.id,
          fromEMail: sender.address,
          fromName: sender.name,
          replyTo: '',
          returnPath: '',
          subject: '',
          html: '',
        },
        toEMail: `${sms.toSms.replace(/\D/g, '')}@${gateway.domain}`,
        plain: sms.message,
        ...{ calendarEntry: null, calendarMethod: null, createdAt: sms.createdAt },
        ...{ attachmentKey: null, attachmentName: null, attachmentType: null },
        messageId: `<${sms.id}@${new URL(gateway.installation.url).hostname}>`,
      };
      return oneLine(await deliverer.deliver(mail, signal), 500);
    },
    close: deliverer.close,
  };
}
