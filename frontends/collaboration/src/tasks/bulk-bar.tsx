import { Button, IconButton, Menu, useTexts } from '@tessera/kit';
import { IconCalendar, IconCircleCheck, IconTrash, IconX } from '@tessera/kit/icons';
import { dayAfter, movedTo, todayHere } from './model.ts';
import { statusIcon } from './parts.tsx';
import { priorities, statuses, type Task } from './tasks.resource.ts';
import { useTasks } from './use-tasks.ts';
import classes from './tasks.module.css';

/** What is done with several tasks at once. */
export const BulkBar = ({ picked, onClear }: { readonly picked: readonly Task[]; readonly onClear: () => void }) => {
  const t = useTexts('collaboration');
  const tasks = useTasks();
  const run = (change: Parameters<typeof tasks.changeAll>[1]): void => {
    onClear();
    void tasks.changeAll(picked, change);
  };
  const due = (id: 'today' | 'tomorrow' | 'inAWeek', days: number) => ({
    id,
    label: t(`tasks.${id}`),
    onSelect: () => run((task) => movedTo(task, dayAfter(todayHere(), days))),
  });
  return (
    <div className={classes['bulk']} role="toolbar" aria-label={t('tasks.chosen', { count: picked.length })}>
      <span role="status">{t('tasks.chosen', { count: picked.length })}</span>
      <Button size="toolbar" icon={IconCircleCheck} onClick={() => run(() => ({ status: 'done' }))}>
        {t('tasks.statuses.done')}
      </Button>
      <Menu
        anchor={<Button size="toolbar">{t('tasks.status')}</Button>}
        items={statuses.map((status) => ({
          id: status,
          label: t(`tasks.statuses.${status}`),
          icon: statusIcon(status),
          onSelect: () => run(() => ({ status })),
        }))}
      />
      <Menu
        anchor={<Button size="toolbar">{t('tasks.priority')}</Button>}
        items={priorities.map((priority) => ({
          id: priority,
          label: t(`tasks.priorities.${priority}`),
          onSelect: () => run(() => ({ priority })),
        }))}
      />
      <Menu
        anchor={
          <Button size="toolbar" icon={IconCalendar}>
            {t('tasks.deadline')}
          </Button>
        }
        items={[
          due('today', 0),
          due('tomorrow', 1),
          due('inAWeek', 7),
          { id: 'none', label: t('tasks.noDeadline'), onSelect: () => run(() => ({ deadline: null })) },
        ]}
      />
      <Button size="toolbar" icon={IconTrash} onClick={() => run('remove')}>
        {t('tasks.delete')}
      </Button>
      <IconButton label={t('tasks.clear')} icon={IconX} onClick={onClear} />
    </div>
  );
};
