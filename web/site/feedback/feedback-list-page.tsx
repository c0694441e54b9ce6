// All feedback from visitors and users, for operators.
import { useTranslation } from 'react-i18next';
import { systemFeedback } from '#contract/site/feedback.ts';
import type { feedbackTypes } from '#contract/site/home.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { Mark, type MarkColour } from '#web/lib/grid/mark.tsx';

const colours: Record<(typeof feedbackTypes)[number], MarkColour> = { happy: 'green', question: 'blue', bug: 'orange' };

export function FeedbackListPage() {
  const { t } = useTranslation();
  return (
    <Grid
      resource={systemFeedback}
      details={{ fields: ['createdAt', 'type', 'name', 'eMail', 'logIn', 'message'] }}
      columns={[
        { field: 'createdAt', width: 150 },
        {
          field: 'type',
          width: 110,
          cell: ({ type }) => <Mark colour={colours[type]}>{t(`list.feedback.option.type.${type}`)}</Mark>,
        },
        { field: 'summary', width: 260 },
        { field: 'name', width: 130 },
        { field: 'eMail', width: 200 },
        { field: 'logIn', width: 180, hidden: true },
        { field: 'message', width: 380, hidden: true },
      ]}
    />
  );
}
