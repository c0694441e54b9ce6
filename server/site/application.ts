// The browser's calls about the installation: texts, languages, menu, limits.
import { payPalTransactionUrl } from '#contract/money/payments.ts';
import { application } from '#contract/site/application.ts';
import { fileSettings, imageSettings } from '#server/files/upload-settings.ts';
import { createChallenge } from '#server/identity/captcha/create-challenge.ts';
import { operatorsOfCompany } from '#server/identity/grants/operators-of-company.ts';
import { agreeToCookies } from '#server/identity/privacy/agree-to-cookies.ts';
import { canSetUp, setUp } from '#server/identity/sign-up/set-up.ts';
import { socialLoginSettings } from '#server/identity/social/social-login-settings.ts';
import { checkDownloadLimits } from '#server/lib/files/running-downloads.ts';
import { serve } from '#server/lib/http/serve.ts';
import { watchChanges } from '#server/lib/http/watch-changes.ts';
import { readMailStates } from '#server/messaging/reach/mail-states.ts';
import { chooseLanguage } from '#server/operations/languages/choose-language.ts';
import { readCallerLocale } from '#server/operations/languages/current-locale.ts';
import { allLanguages, readCallerLanguage } from '#server/operations/languages/read-languages.ts';
import { menuFor } from '#server/operations/menu/menu.ts';
import { saveFeedback } from '#server/site/feedback/save-feedback.ts';
import { legalText } from './legal-texts/read-text.ts';

export const applicationRoutes = serve(application, {
  termsAndConditions: (context) => legalText(context, 'terms'),
  cookiesPolicy: (context) => legalText(context, 'cookies'),
  privacyPolicy: (context) => legalText(context, 'privacy'),
  getCurrentLanguage: readCallerLanguage,
  setCurrentLanguage: chooseLanguage,
  getAllLanguages: allLanguages,
  getCurrentLocale: readCallerLocale,
  getCaptchaKey: ({ config: { captcha } }) => ({ value: captcha.siteKey ?? '', provider: captcha.provider }),
  getCaptchaChallenge: createChallenge,
  setup: setUp,
  canSetup: canSetUp,
  setCookiesAgreed: agreeToCookies,
  checkExport: checkDownloadLimits,
  getFileSettings: ({ db }, { use }) => fileSettings(db, use),
  getImageSettings: ({ db }, { use }) => imageSettings(db, use),
  getMailStates: async (context) => ({
    ...(await readMailStates(context)),
    operators: await operatorsOfCompany(context),
  }),
  getMenu: menuFor,
  getChanges: watchChanges,
  getPayPalTransactionUrl: () => ({ value: payPalTransactionUrl }),
  getPublicCalendarEventLength: ({ config }) => ({ value: config.eventMinutes }),
  getSocialLoginSettings: socialLoginSettings,
  sendFeedback: (context, input) => saveFeedback(context, input).then(() => undefined),
});
