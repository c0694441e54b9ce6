// Changes the language: shows it at once, stores it on the server, reverts on failure.
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { application } from '#contract/site/application.ts';
import { call, query } from '#web/lib/client/client.ts';
import { showError } from '#web/lib/client/failures.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { bundledLanguages, setLanguage } from '#web/lib/i18n.ts';
import { currentLanguage } from '#web/lib/locale.ts';
import classes from './language-chooser.module.css';

/** `brief` shows only the language key, for phones. */
export function LanguageChooser({ brief = false }: { brief?: boolean }) {
  const { t, i18n } = useTranslation();
  const languages = useQuery({ ...query(application.getAllLanguages, {}), staleTime: Number.POSITIVE_INFINITY });
  const choices = languages.data?.filter((language) => bundledLanguages.includes(language.key)) ?? [];
  const changeLanguage = useMutation({
    mutationFn: async (key: string) => {
      const before = currentLanguage();
      const chosen = choices.find((language) => language.key === key);
      if (!chosen) return;
      await setLanguage(key);
      try {
        await call(application.setCurrentLanguage, { id: chosen.id }, { handlesErrors: true });
      } catch (error) {
        await setLanguage(before);
        showError(error, i18n.t('error.unexpected'));
        return;
      }
      // Cached texts from the server, such as the policies, are in the old language.
      await queryClient.invalidateQueries();
    },
  });
  if (choices.length < 2) return null;
  return (
    <span className={classes.chooser} data-brief={brief || undefined}>
      <span className={classes.short} aria-hidden="true">
        {i18n.language.toUpperCase()}
      </span>
      <select
        className={classes.select}
        aria-label={t('shell.language')}
        value={i18n.language}
        onChange={(event) => changeLanguage.mutate(event.currentTarget.value)}
      >
        {choices.map((language) => (
          <option key={language.id} value={language.key} lang={language.key}>
            {language.name}
          </option>
        ))}
      </select>
    </span>
  );
}
