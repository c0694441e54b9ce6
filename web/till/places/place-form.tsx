// How sales are recorded at a location: its country, what the law there asks for, and the mode.
import { Alert, Button, Radio, Select } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { allowedModes } from '#contract/till/duties.ts';
import { companyTill, type TillMode, type TillPlace, tillModes } from '#contract/till/places.ts';
import { call, query } from '#web/lib/client/client.ts';
import { menuQuery } from '#web/lib/client/menu.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { countryOptions } from '#web/lib/countries.ts';
import { FormFoot } from '#web/lib/ui/form/form-foot.tsx';
import { Section } from '#web/lib/ui/page/section.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { CountryLaw } from './country-law.tsx';
import classes from './till-places.module.css';

export function PlaceForm({ place }: { place: TillPlace }) {
  const { t } = useTranslation();
  const [change, setChange] = useState<Partial<Pick<TillPlace, 'country' | 'mode'>>>({});
  const { country, mode } = { ...place, ...change };
  const isOpen = place.openSessions > 0;
  const modes = country ? allowedModes(country) : ['off'];
  const isAllowed = (one: TillMode) => modes.includes(one) && (!isOpen || one === place.mode);
  const save = useMutation({
    mutationFn: () => call(companyTill.setPlace, { locationId: place.locationId, country, mode }),
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: query(companyTill.getPlaces, {}).queryKey });
      // Whether people sell decides about an item of it.
      void queryClient.invalidateQueries({ queryKey: menuQuery.queryKey });
      setChange({});
      toast('success', t('tillPlaces.saved'));
    },
  });
  const chooseCountry = (code: string) =>
    // A mode that the country excludes would be refused.
    setChange({ country: code, mode: allowedModes(code).includes(mode) ? mode : 'off' });
  const whyNot = (one: TillMode) => {
    if (isAllowed(one)) return undefined;
    if (!country) return t('tillPlaces.chooseCountry');
    return modes.includes(one) ? t('till.modeInUse') : t('till.modeExcluded');
  };
  const isChanged = country !== place.country || mode !== place.mode;
  return (
    <Section id={`till-${place.locationId}`} title={place.location}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Select
          className={classes.country}
          label={t('tillPlaces.country')}
          description={isOpen ? t('till.modeInUse') : undefined}
          data={countryOptions()}
          searchable
          limit={300}
          nothingFoundMessage={t('grid.nothing')}
          value={country || null}
          disabled={isOpen}
          allowDeselect={false}
          onChange={(code) => code && chooseCountry(code)}
        />
        {country && <CountryLaw country={country} />}
        <Radio.Group
          label={t('tillPlaces.mode')}
          value={mode}
          // Its values are the modes.
          onChange={(next) => setChange({ ...change, mode: next as TillMode })}
        >
          <div className={classes.modes}>
            {tillModes.map((one) => (
              <Radio
                key={one}
                value={one}
                label={t(`tillPlaces.modes.${one}`)}
                description={[t(`tillPlaces.meaning.${one}`), whyNot(one)].filter(Boolean).join(' ')}
                disabled={!isAllowed(one)}
              />
            ))}
          </div>
        </Radio.Group>
        {mode === 'beside' && (
          <Alert variant="light" title={t('tillPlaces.besideTitle')}>
            <ol className={classes.steps}>
              <li>{t('tillPlaces.beside.ring')}</li>
              <li>{t('tillPlaces.beside.number')}</li>
              <li>{t('tillPlaces.beside.paper')}</li>
              <li>{t('tillPlaces.beside.closing')}</li>
            </ol>
          </Alert>
        )}
        <FormFoot>
          <Button type="submit" loading={save.isPending} disabled={!isChanged || !country}>
            {t('tillPlaces.save', { location: place.location })}
          </Button>
        </FormFoot>
      </form>
    </Section>
  );
}
