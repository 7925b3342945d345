import { toast, useErrorText, useSession, useTexts, type Id } from '@tessera/kit';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Change, type Task, tasksApi } from './tasks.resource.ts';

/** What is done with tasks: shown at once, sent, and taken back from its message. What is refused is said. */
export const useTasks = () => {
  const t = useTexts('collaboration');
  const errorText = useErrorText('collaboration');
  const client = useQueryClient();
  const fun = useSession().organization.fun_mode;
  return useMemo(() => {
    const cheer = (): void => {
      if (fun) void import('./celebrate.ts').then(({ celebrate }) => celebrate());
    };
    const again = (): Promise<unknown> =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['tasks'] }),
        client.invalidateQueries({ queryKey: ['task'] }),
      ]);
    const failed = (error: unknown): void => {
      toast({ kind: 'error', message: t('tasks.notSaved'), detail: errorText(error) });
      void again();
    };
    const undone = (commit: string | null) =>
      commit === null
        ? {}
        : {
            undo: async () => {
              await tasksApi.undo(commit);
              await again();
            },
          };
    return {
      again,
      change: async (task: Task, change: Change): Promise<boolean> => {
        const shown = { ...task, ...change } as Task;
        client.setQueriesData<readonly Task[]>({ queryKey: ['tasks'] }, (all) =>
          all?.map((one) => (one.id === task.id ? { ...one, ...shown } : one)),
        );
        try {
          await tasksApi.change(task.id as Id, change);
          if (change.status === 'done' && task.status !== 'done') cheer();
          await again();
          return true;
        } catch (error) {
          failed(error);
          return false;
        }
      },
      /** The same of several, taken back as one. What is refused is said once; the others are done. */
      changeAll: async (all: readonly Task[], changeOf: ((task: Task) => Change) | 'remove'): Promise<void> => {
        const commits: string[] = [];
        let refused: unknown;
        for (const task of all.filter(({ canChange }) => canChange))
          try {
            const { commit } =
              changeOf === 'remove'
                ? await tasksApi.remove(task.id as Id)
                : await tasksApi.change(task.id as Id, changeOf(task));
            if (commit !== null) commits.push(commit);
          } catch (error) {
            refused = error;
          }
        await again();
        if (refused !== undefined) failed(refused);
        if (commits.length === 0) return;
        toast({
          message: t(changeOf === 'remove' ? 'tasks.deletedMany' : 'tasks.changedMany', { count: commits.length }),
          undo: async () => {
            for (const commit of commits.toReversed()) await tasksApi.undo(commit);
            await again();
          },
        });
      },
      create: async (body: Parameters<typeof tasksApi.create>[0]): Promise<Task | null> => {
        try {
          const { data } = await tasksApi.create(body);
          await again();
          return data;
        } catch (error) {
          failed(error);
          return null;
        }
      },
      remove: async (task: Task): Promise<void> => {
        try {
          const { commit } = await tasksApi.remove(task.id as Id);
          toast({ message: t('tasks.deleted'), ...undone(commit) });
          await again();
        } catch (error) {
          failed(error);
        }
      },
      clone: async (task: Task): Promise<Task | null> => {
        try {
          const { data, commit } = await tasksApi.clone(task.id as Id);
          toast({ message: t('tasks.cloned'), ...undone(commit) });
          await again();
          return data;
        } catch (error) {
          failed(error);
          return null;
        }
      },
    };
  }, [t, errorText, client, fun]);
};
