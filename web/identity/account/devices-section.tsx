// The user's devices: push messages in this browser, default printer and cash register.
import { useTranslation } from 'react-i18next';
import { DefaultDevice } from '#web/devices/devices/default-device.tsx';
import formClasses from '#web/lib/ui/form/form.module.css';
import rowClasses from '#web/lib/ui/page/rows.module.css';
import { Section } from '#web/lib/ui/page/section.tsx';
import classes from './my-account.module.css';
import { PushBrowsers } from './push-browsers.tsx';
import { StateSwitch } from './state-switch.tsx';

export function DevicesSection() {
  const { t } = useTranslation();
  return (
    <Section id="devices" title={t('myAccount.devices')}>
      <div className={rowClasses.rows}>
        <div>
          <StateSwitch flag="isPushNotificationsEnabled" />
          <PushBrowsers />
        </div>
      </div>
      <div className={`${formClasses.fields} ${classes.deviceFields}`}>
        <DefaultDevice kind="printer" />
        <DefaultDevice kind="register" />
      </div>
    </Section>
  );
}
