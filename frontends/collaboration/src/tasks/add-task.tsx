import { newId, TextInput, useTexts } from '@tessera/kit';
import { IconPlus } from '@tessera/kit/icons';
import { useRef, useState } from 'react';
import type { tasksApi } from './tasks.resource.ts';
import { useTasks } from './use-tasks.ts';

/** Where a task is written; `more` is what it has beside its title. What could not be saved stays as it was written. */
export const AddTask = ({ more }: { readonly more: Omit<Parameters<typeof tasksApi.create>[0], 'id' | 'title'> }) => {
  const t = useTexts('collaboration');
  const tasks = useTasks();
  const [text, setText] = useState('');
  // Known before it is sent, so that a second try makes no second task.
  const id = useRef(newId());
  const working = useRef(false);
  const add = async (): Promise<void> => {
    const title = text.trim();
    if (title === '' || working.current) return;
    working.current = true;
    const made = await tasks.create({ ...more, id: id.current, title });
    working.current = false;
    if (made === null) return;
    id.current = newId();
    setText((now) => (now.trim() === title ? '' : now));
  };
  return (
    <TextInput
      label={t('tasks.add')}
      labelHidden
      icon={IconPlus}
      placeholder={t('tasks.add')}
      value={text}
      maxLength={500}
      onChange={setText}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        void add();
      }}
    />
  );
};
