import { Avatar, Button, Dialog, ErrorState, Skeleton, TextInput, toast, useErrorText, useTexts } from '@tessera/kit';
import { IconCheck, IconLock, IconSearch } from '@tessera/kit/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import classes from './for-you.module.css';
import { forward, type Notification, type Receiver, receiversQuery } from './for-you.resource.ts';

const Row = ({ row, person }: { readonly row: Notification; readonly person: Receiver }) => {
  const t = useTexts('for-you');
  const errorText = useErrorText('shell');
  const pass = useMutation({
    mutationFn: () => forward(row.id, person.id),
    onError: (error) => toast({ kind: 'error', message: t('notForwarded'), detail: errorText(error) }),
  });
  return (
    <li className={classes['receiver']}>
      <Avatar name={person.name} id={person.id} size={28} />
      <span className="t-cut">{person.name}</span>
      {!person.canOpen && (
        <span className={`t-secondary ${classes['closed']}`}>
          <IconLock aria-hidden="true" />
          {t('cannotOpen')}
        </span>
      )}
      {person.canOpen && pass.isSuccess && (
        <span role="status" className={classes['passed']}>
          <IconCheck aria-hidden="true" />
          {t('forwarded')}
        </span>
      )}
      {person.canOpen && !pass.isSuccess && (
        <Button
          size="toolbar"
          aria-label={t('forwardTo', { name: person.name })}
          working={pass.isPending && t('forwarding')}
          onClick={() => pass.mutate()}
        >
          {t('forward')}
        </Button>
      )}
    </li>
  );
};

/** Passes a notification on, to each person by a button of their own; who may not open what it tells of has none. */
export const ForwardDialog = ({ row, onClose }: { readonly row: Notification; readonly onClose: () => void }) => {
  const t = useTexts('for-you');
  const [search, setSearch] = useState('');
  const { data, error, refetch } = useQuery(receiversQuery(row.id, useDeferredValue(search.trim())));
  return (
    <Dialog
      opened
      size="medium"
      onClose={onClose}
      title={t('forwardTitle')}
      footer={<Button onClick={onClose}>{t('done')}</Button>}
    >
      <div className={classes['forward']}>
        <p className="t-secondary">{row.title}</p>
        <TextInput label={t('findPerson')} icon={IconSearch} value={search} onChange={setSearch} data-autofocus />
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!error && !data && <Skeleton width="60%" height={28} />}
        {data?.people.length === 0 && <p className="t-secondary">{t('nobody')}</p>}
        <ul className={classes['receivers']}>
          {data?.people.map((person) => (
            <Row key={person.id} row={row} person={person} />
          ))}
        </ul>
      </div>
    </Dialog>
  );
};
