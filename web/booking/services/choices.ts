// The categories and people that the editor of a service offers.
import { companyServices } from '#contract/booking/services.ts';
import type { Output } from '#contract/lib/service.ts';
import { query } from '#web/lib/client/client.ts';

export type ServiceChoices = Output<typeof companyServices.operations.getChoices>;

export const choicesQuery = query(companyServices.operations.getChoices, {});
