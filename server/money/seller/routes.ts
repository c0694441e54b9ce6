// The routes of the seller's details.
import { seller } from '#contract/money/seller.ts';
import { serve } from '#server/lib/http/serve.ts';
import { readSeller } from './read-seller.ts';
import { updateSeller } from './update-seller.ts';

export const sellerRoutes = serve(seller, {
  get: ({ db }) => readSeller(db),
  update: updateSeller,
});
