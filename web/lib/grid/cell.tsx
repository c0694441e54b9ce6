// The default cell: the formatted value on one line, in full in the tooltip.
import { IconCheck } from '@tabler/icons-react';
import { type AnyResource, fieldOf } from '#contract/lib/resource.ts';
import { kindOf } from '#contract/lib/wire.ts';
import { formatField } from './format-value.ts';
import classes from './grid.module.css';

interface Props {
  resource: AnyResource;
  field: string;
  value: unknown;
}

export function Cell({ resource, field, value }: Props) {
  const schema = fieldOf(resource.declared, field);
  const text = formatField(resource, field, value);
  if (kindOf(schema) === 'boolean') {
    return value ? (
      <span className={classes.yes}>
        <IconCheck size={16} stroke={2} aria-hidden="true" />
        {text}
      </span>
    ) : (
      <span className={classes.quiet}>{text}</span>
    );
  }
  if (!text) return <span className={classes.quiet}>–</span>;
  const isFigures = ['number', 'money', 'instant', 'date', 'birthday'].includes(kindOf(schema));
  return (
    <span className={isFigures ? 'figures' : undefined} title={text.length > 24 ? text : undefined}>
      {text}
    </span>
  );
}
