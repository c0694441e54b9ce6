// Selects the type of feedback: praise, question or bug report.
import { Group, Radio, type RadioGroupProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { feedbackTypes } from '#contract/site/home.ts';

/** Accepts the props that a form passes to its fields. */
export function FeedbackTypeField(field: Omit<RadioGroupProps, 'children' | 'label'>) {
  const { t } = useTranslation();
  return (
    <Radio.Group label={t('feedback.type')} {...field}>
      <Group gap="lg" mt={6}>
        {feedbackTypes.map((type) => (
          <Radio key={type} value={type} label={t(`feedback.types.${type}`)} />
        ))}
      </Group>
    </Radio.Group>
  );
}
