// What a setting is about, and its value as people read it.
import i18next from 'i18next';
import { settingBounds, type settingTypes } from '#contract/operations/settings.ts';
import { currentLocale } from '#web/lib/locale.ts';

/** The key itself for a setting that there are no words for. */
export function settingName(key: string): string {
  return i18next.t(`list.appsettings.option.key.${key}`, { defaultValue: key });
}

/** Empty for a setting that there are no words for. */
export function settingDescription(key: string): string {
  const { least, most } = settingBounds[key] ?? {};
  const format = (number = 0) => new Intl.NumberFormat(currentLocale()).format(number);
  return i18next.t(`list.appsettings.about.${key}`, {
    defaultValue: '',
    least: format(least),
    most: format(most),
  });
}

/** `Yes`, `20 MB`. */
export function formatSetting(setting: { key: string; type: (typeof settingTypes)[number]; value: string }): string {
  const { key, type, value } = setting;
  if (type === 'boolean') return i18next.t(value === 'true' ? 'grid.yes' : 'grid.no');
  if (type !== 'number') return value;
  const unit = /Megabytes$/.test(key) ? ({ style: 'unit', unit: 'megabyte' } as const) : {};
  return new Intl.NumberFormat(currentLocale(), unit).format(Number(value));
}
