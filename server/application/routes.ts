// What the browser asks about the installation: texts, languages, menu, limits.
import { application } from '#contract/application.ts';
import { giveChallenge } from '#server/captcha/give-challenge.ts';
import { keepFeedback } from '#server/feedback/keep-feedback.ts';
import { serve } from '#server/lib/serve.ts';
import { agreeToCookies } from '#server/privacy/agree-to-cookies.ts';
import { chooseLanguage } from './choose-language.ts';
import { currentLocale } from './current-locale.ts';
import { menuFor } from './menu.ts';
import { canSetUp, setUp } from './set-up.ts';
import { socialLoginSettings } from './social-login-settings.ts';
import { allLanguages, currentLanguage, legalText } from './store.ts';
import { fileSettings, imageSettings } from './upload-settings.ts';
import { watchChanges } from './watch-changes.ts';

export const applicationRoutes = serve(application, {
  termsAndConditions: (context) => legalText(context, 'terms'),
  cookiesPolicy: (context) => legalText(context, 'cookies'),
  privacyPolicy: (context) => legalText(context, 'privacy'),
  getCurrentLanguage: currentLanguage,
  setCurrentLanguage: chooseLanguage,
  getAllLanguages: allLanguages,
  getCurrentLocale: currentLocale,
  getCaptchaKey: ({ config: { captcha } }) => ({ value: captcha.siteKey ?? '', provider: captcha.provider }),
  getCaptchaChallenge: giveChallenge,
  setup: setUp,
  canSetup: canSetUp,
  setCookiesAgreed: agreeToCookies,
  getFileSettings: ({ db }) => fileSettings(db),
  getImageSettings: ({ db }, { use }) => imageSettings(db, use),
  getMenu: menuFor,
  getChanges: watchChanges,
  getPublicCalendarEventLength: ({ config }) => ({ value: config.eventMinutes }),
  getSocialLoginSettings: socialLoginSettings,
  sendFeedback: (context, input) => keepFeedback(context, input).then(() => undefined),
});
