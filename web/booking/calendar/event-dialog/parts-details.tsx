// Minutes and price of each service, which is named while there are several.
import { useTranslation } from 'react-i18next';
import classes from './more-fields.module.css';
import { PartDetails } from './part-details.tsx';
import { changeParts } from './parts-field.tsx';
import type { EventForm } from './use-event-form.ts';

interface Props {
  form: EventForm;
  zone: string;
  locked: boolean;
}

export function PartsDetails({ form, zone, locked }: Props) {
  const { t } = useTranslation();
  const { parts } = form.values;
  return parts.map((part, index) => (
    <div key={part.key} className={classes.pair}>
      <PartDetails
        {...{ part, index, locked }}
        name={parts.length > 1 ? part.title.trim() || t('desk.serviceNr', { number: index + 1 }) : undefined}
        errorOf={(field) => form.errors[`parts.${index}.${field}`]}
        onChange={(changed) =>
          changeParts(
            form,
            parts.map((one) => (one.key === part.key ? changed : one)),
            zone,
          )
        }
      />
    </div>
  ));
}
