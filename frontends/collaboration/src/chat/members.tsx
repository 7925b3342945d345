import { Avatar, Tooltip, useTexts, type User } from '@tessera/kit';
import classes from './chat.module.css';

const shown = 10;

/** Who is in a conversation: ten faces, then how many more. */
export const Members = ({
  people,
  online,
}: {
  readonly people: readonly Pick<User, 'id' | 'name'>[];
  readonly online: ReadonlySet<string>;
}) => {
  const t = useTexts('collaboration');
  if (people.length === 0) return null;
  const rest = people.slice(shown);
  return (
    <div className={classes['members']} role="group" aria-label={t('chat.memberCount', { count: people.length })}>
      {people.slice(0, shown).map(({ id, name }) => (
        <Tooltip key={id} label={online.has(id) ? `${name} · ${t('chat.online')}` : name}>
          <span className={classes['person']}>
            <Avatar id={id} name={name} size={24} />
            <span className="t-hidden">{name}</span>
            {online.has(id) && <i data-online />}
          </span>
        </Tooltip>
      ))}
      {rest.length > 0 && (
        <Tooltip label={rest.map(({ name }) => name).join(', ')}>
          <span className={classes['rest']}>+{rest.length}</span>
        </Tooltip>
      )}
    </div>
  );
};
