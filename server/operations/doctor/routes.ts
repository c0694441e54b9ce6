// Serves the health check of the operator.
import { systemDoctor } from '#contract/operations/doctor.ts';
import { serve } from '#server/lib/http/serve.ts';
import { throttle } from '#server/lib/http/throttle.ts';
import { examine } from './examine.ts';

export const doctorRoutes = serve(systemDoctor, {
  async get(context) {
    // Each look asks mail servers, name servers and the public address.
    await throttle(context, { action: 'doctor', subject: context.user.id, max: 30, minutes: 10 });
    return examine(context, context.visitor.language);
  },
});
