// The choice of the person's default printer in their menu, where there is a printer.
import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { newId } from '#contract/lib/fields.ts';
import classes from './default-printer-menu.module.css';
import { useDefaultDevice } from './use-default-device.ts';

export function DefaultPrinterMenu() {
  const { t } = useTranslation();
  const { choices, current, change } = useDefaultDevice('printer');
  if (choices.length === 0) return null;
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{t('myAccount.defaultPrinter')}</Menu.Label>
      <fieldset className={classes.printers} aria-label={t('myAccount.defaultPrinter')}>
        <Menu.RadioGroup value={current} onChange={(id) => change(id)}>
          {[{ value: newId, label: t('devices.noPrinter') }, ...choices].map(({ value, label }) => (
            <Menu.RadioItem key={value} value={value}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </fieldset>
      <Menu.Divider />
    </>
  );
}
