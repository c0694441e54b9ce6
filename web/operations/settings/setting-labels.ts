// Labels, descriptions and formatted values of settings.
import i18next from 'i18next';
import { settingBounds, type settingTypes } from '#contract/operations/settings.ts';
import { currentLocale } from '#web/lib/locale.ts';

/** Returns the key itself if the setting has no label. */
export function settingName(key: string): string {
  return i18next.t(`list.appsettings.option.key.${key}`, { defaultValue: key });
}

/** Returns an empty string if the setting has no description. */
export function settingDescription(key: string): string {
  const { least, most } = settingBounds[key] ?? {};
  const format = (number = 0) => new Intl.NumberFormat(currentLocale()).format(number);
  return i18next.t(`list.appsettings.about.${key}`, {
    defaultValue: '',
    least: format(least),
    most: format(most),
  });
}

/** Returns `Yes` or `20 MB`, for example. */
export function formatSetting(setting: { key: string; type: (typeof settingTypes)[number]; value: string }): string {
  const { key, type, value } = setting;
  if (type === 'boolean') return i18next.t(value === 'true' ? 'grid.yes' : 'grid.no');
  if (type !== 'number') return value;
  const unit = /Megabytes$/.test(key) ? ({ style: 'unit', unit: 'megabyte' } as const) : {};
  return new Intl.NumberFormat(currentLocale(), unit).format(Number(value));
}
