// Serves a company's own details.
import { company } from '#contract/company/details.ts';
import { serve } from '#server/lib/http/serve.ts';
import { placeCompany } from './place-company.ts';
import { setEmbedOrigins } from './set-embed-origins.ts';
import { setLogo } from './set-logo.ts';
import { setRules } from './set-rules.ts';
import { setSmsRules } from './set-sms-rules.ts';
import { detailsOf } from './store.ts';
import { updateCompany } from './update-company.ts';
import { readVerification, sendCompanyVerification, verifyCompanyAddress } from './verify-company-address.ts';

export const companyRoutes = serve(company, {
  get: (context) => detailsOf(context, context.user.companyId),
  update: updateCompany,
  sendVerification: sendCompanyVerification,
  getVerification: readVerification,
  verify: verifyCompanyAddress,
  setLogo,
  setRequestRules: setRules,
  setPaymentRules: setRules,
  setOutsideRules: setRules,
  setReminderRules: setRules,
  setSmsRules,
  setEmbedOrigins,
  updateGeoLocation: placeCompany,
});
