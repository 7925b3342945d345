import { MultiSelect, Select, TextInput, useTexts } from '@tessera/kit';
import { useQuery } from '@tanstack/react-query';
import { statusIcon } from './parts.tsx';
import { RepeatFields } from './repeat.tsx';
import {
  peopleQuery,
  priorities,
  type Priority,
  type Recurrence,
  type Reminder,
  type Status,
  statuses,
} from './tasks.resource.ts';
import classes from './tasks.module.css';

export type Draft = {
  readonly title: string;
  readonly status: Status;
  readonly priority: Priority;
  readonly owners: readonly string[];
  readonly followers: readonly string[];
  readonly startDate: string | null;
  readonly deadline: string | null;
  readonly recurrence: Recurrence | null;
  readonly reminders: readonly Reminder[];
};

/** What is wrong with a task, by part. */
export const faultsOf = (draft: Draft): Partial<Record<'title' | 'owners' | 'dates' | 'deadline', true>> => ({
  ...(draft.title.trim() === '' && { title: true as const }),
  ...(draft.owners.length === 0 && { owners: true as const }),
  ...(draft.startDate !== null &&
    draft.deadline !== null &&
    draft.startDate > draft.deadline && { dates: true as const }),
  ...(draft.deadline === null &&
    (draft.recurrence !== null || draft.reminders.length > 0) && { deadline: true as const }),
});

/** Status, priority, owners and days of a task. Done and ignored are offered for one that is there. */
export const TaskFields = ({
  draft,
  editing,
  disabled = false,
  onChange,
}: {
  readonly draft: Draft;
  readonly editing: boolean;
  readonly disabled?: boolean;
  readonly onChange: (change: Partial<Draft>) => void;
}) => {
  const t = useTexts('collaboration');
  const { data: people = [] } = useQuery(peopleQuery);
  const faults = faultsOf(draft);
  const offered = statuses.filter((status) => editing || (status !== 'done' && status !== 'ignored'));
  return (
    <fieldset className={classes['fields']} disabled={disabled}>
      <div className={classes['pair']}>
        <Select
          label={t('tasks.status')}
          value={draft.status}
          disabled={disabled}
          options={offered.map((status) => ({
            value: status,
            label: t(`tasks.statuses.${status}`),
            icon: statusIcon(status),
          }))}
          onChange={(status) => onChange({ status })}
        />
        <Select
          label={t('tasks.priority')}
          value={draft.priority}
          disabled={disabled}
          options={priorities.map((priority) => ({ value: priority, label: t(`tasks.priorities.${priority}`) }))}
          onChange={(priority) => onChange({ priority })}
        />
      </div>
      <MultiSelect
        label={t('tasks.owners')}
        values={[...draft.owners]}
        options={people.map(({ id, name }) => ({ value: id as string, label: name }))}
        error={faults.owners ? t('tasks.noOwner') : undefined}
        onChange={(owners) => {
          // Nobody owns a task and follows it.
          const followers = draft.followers.filter((userId) => !owners.includes(userId));
          onChange({ owners, ...(followers.length < draft.followers.length && { followers }) });
        }}
      />
      <MultiSelect
        label={t('tasks.followers')}
        values={[...draft.followers]}
        options={people
          .filter(({ id }) => !draft.owners.includes(id))
          .map(({ id, name }) => ({ value: id as string, label: name }))}
        onChange={(followers) => onChange({ followers })}
      />
      <div className={classes['pair']}>
        <TextInput
          label={t('tasks.start')}
          type="date"
          min="2000-01-01"
          value={draft.startDate ?? ''}
          error={faults.dates ? t('tasks.dates') : undefined}
          onChange={(day) => onChange({ startDate: day === '' ? null : day })}
        />
        <TextInput
          label={t('tasks.deadline')}
          type="date"
          min="2000-01-01"
          value={draft.deadline ?? ''}
          error={faults.deadline ? t('tasks.needsDeadline') : undefined}
          onChange={(day) => onChange({ deadline: day === '' ? null : day })}
        />
      </div>
      <RepeatFields draft={draft} disabled={disabled} onChange={onChange} />
    </fieldset>
  );
};
