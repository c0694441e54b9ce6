// What the blocks of an e-mail and the conditions of an audience refer to.
import type { marketing } from '#contract/campaigns/campaigns.ts';
import type { Output } from '#contract/lib/service.ts';

export type Choices = Output<typeof marketing.getChoices>;
