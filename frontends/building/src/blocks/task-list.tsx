import { ExtensionPart, hasRight, Skeleton, useExtensions, useRights, useTexts } from '@tessera/kit';
import { IconLock } from '@tessera/kit/icons';
import { BlockHead, BlockNote } from './plate.tsx';
import type { BlockProps } from './view.ts';
import classes from './blocks.module.css';

/** Tasks of a block where nothing else is said. */
const usualLimit = 20;

/** What people have to do. Who draws tasks draws it. */
export const TaskList = ({ block }: BlockProps) => {
  const t = useTexts('building');
  const rights = useRights();
  const [extension] = useExtensions('app.tasks');
  const {
    title = '',
    whose = 'mine',
    which = 'toDo',
    limit = usualLimit,
  } = block.config as {
    readonly title?: string;
    readonly whose?: 'mine' | 'given' | 'everyone';
    readonly which?: 'toDo' | 'overdue' | 'done' | 'every';
    readonly limit?: number;
  };
  return (
    <>
      <BlockHead title={title === '' ? t('apps.tasks') : title} />
      {extension === undefined && hasRight(rights, 'canViewTasks') ? (
        <Skeleton width={180} height={16} />
      ) : extension === undefined ? (
        <BlockNote icon={<IconLock aria-hidden="true" />}>{t('apps.noTasks')}</BlockNote>
      ) : (
        <div className={classes['fill']}>
          <ExtensionPart of={extension} given={{ whose, which, limit }} />
        </div>
      )}
    </>
  );
};
