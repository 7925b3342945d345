import { Button, Dialog, newId, TextInput, toast, useSession, useShortcut, useTexts } from '@tessera/kit';
import { useState } from 'react';
import { type Draft, faultsOf, TaskFields } from './fields.tsx';
import type { Task } from './tasks.resource.ts';
import { useTasks } from './use-tasks.ts';
import classes from './tasks.module.css';

/** Makes a task; its id is known before it is sent, so that a second try makes no second one. */
export const NewTask = ({
  title = '',
  record,
  onClose,
  onOpen,
}: {
  /** What it begins with. */
  readonly title?: string;
  readonly record?: Task['record'];
  readonly onClose: () => void;
  readonly onOpen: (id: string) => void;
}) => {
  const t = useTexts('collaboration');
  const { user } = useSession();
  const tasks = useTasks();
  const [id] = useState(newId);
  const [tried, setTried] = useState(false);
  const [working, setWorking] = useState(false);
  const [draft, setDraft] = useState<Draft>({
    title,
    status: 'open',
    priority: 'notPrioritized',
    owners: [user.id],
    followers: [],
    startDate: null,
    deadline: null,
    recurrence: null,
    reminders: [],
  });
  const faults = faultsOf(draft);
  const save = async (): Promise<void> => {
    setTried(true);
    if (Object.keys(faults).length > 0 || working) return;
    setWorking(true);
    const made = await tasks.create({
      ...draft,
      owners: [...draft.owners],
      followers: [...draft.followers],
      reminders: [...draft.reminders],
      id,
      ...(record && { record: { ...record } }),
    });
    setWorking(false);
    if (made === null) return;
    onClose();
    toast({
      message: t('tasks.created'),
      duration: 3000,
      action: { label: t('tasks.openTask'), run: () => onOpen(made.id) },
    });
  };
  useShortcut({ keys: 'mod+s', label: t('tasks.create'), group: t('tasks.title') }, () => void save(), {
    inEditors: true,
    overDialogs: true,
  });
  return (
    <Dialog
      opened
      closable={!working}
      onClose={onClose}
      title={t('tasks.new')}
      onSubmit={() => void save()}
      footer={
        <>
          <Button disabled={working} onClick={onClose}>
            {t('kit:cancel')}
          </Button>
          <Button type="submit" variant="primary" working={working && t('tasks.saving')}>
            {t('tasks.create')}
          </Button>
        </>
      }
    >
      <div className={classes['form']}>
        <TextInput
          label={t('tasks.name')}
          value={draft.title}
          maxLength={500}
          error={tried && faults.title ? t('tasks.noTitle') : undefined}
          onChange={(title) => setDraft({ ...draft, title })}
          data-autofocus
        />
        <TaskFields draft={draft} editing={false} onChange={(change) => setDraft({ ...draft, ...change })} />
      </div>
    </Dialog>
  );
};
