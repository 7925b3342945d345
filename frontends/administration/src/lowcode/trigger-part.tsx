import { Button, Dialog, toast, useErrorText, useTexts } from '@tessera/kit';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { tablesQuery } from '../automations/automations.resource.ts';
import classes from './editor.module.css';
import { useFunctionCalls, type LowCodeFunction } from './functions.resource.ts';
import { TriggerFields, type TriggerDraft } from './trigger-fields.tsx';

const draftOf = ({ trigger, isAsync }: LowCodeFunction): TriggerDraft => ({
  tableId: trigger?.related_table ?? null,
  events: trigger?.event ?? [],
  isAsync,
});

/** Asks what starts a function; it holds from then on. */
const StartsDialog = ({ entry, onClose }: { readonly entry: LowCodeFunction; readonly onClose: () => void }) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const calls = useFunctionCalls();
  const [draft, setDraft] = useState(() => draftOf(entry));
  const [tried, setTried] = useState(false);
  const save = useMutation({
    mutationFn: (plain: boolean) => {
      const { tableId, events, isAsync } = draft;
      const trigger = plain || tableId === null ? null : { event: [...events], related_table: tableId };
      return calls.change(entry, { trigger, isAsync });
    },
    onSuccess: () => {
      toast({ message: t('lowcode.trigger.saved'), duration: 5000 });
      onClose();
    },
  });
  const submit = (): void => {
    setTried(true);
    if (draft.tableId !== null && draft.events.length > 0 && !save.isPending) save.mutate(false);
  };
  return (
    <Dialog
      opened
      size="small"
      closable={!save.isPending}
      onClose={onClose}
      title={t('lowcode.trigger.changeTitle')}
      onSubmit={submit}
      footer={
        <>
          {entry.trigger !== null && (
            <Button disabled={save.isPending} onClick={() => save.mutate(true)}>
              {t('lowcode.trigger.plain')}
            </Button>
          )}
          <Button disabled={save.isPending} onClick={onClose}>
            {t('kit:cancel')}
          </Button>
          <Button type="submit" variant="primary" working={save.isPending && t('lowcode.saving')}>
            {t('lowcode.save')}
          </Button>
        </>
      }
    >
      <div className={classes['triggerForm']}>
        <TriggerFields draft={draft} tried={tried} onChange={setDraft} />
        <p className="t-secondary">{t('lowcode.trigger.changeText')}</p>
        <div role="alert">{save.error && <p className={classes['problem']}>{errorText(save.error)}</p>}</div>
      </div>
    </Dialog>
  );
};

/** What starts a function: calls alone, or what happens to the records of a table. */
export const Starts = ({ entry }: { readonly entry: LowCodeFunction }) => {
  const t = useTexts('administration');
  const { data: tables = [] } = useQuery(tablesQuery);
  const [asked, setAsked] = useState(false);
  const { trigger, isAsync, canChange } = entry;
  return (
    <section data-part="starts" aria-labelledby="function-starts">
      <div className={classes['sideHead']}>
        <h2 id="function-starts" className="t-strong">
          {t('lowcode.trigger.starts')}
        </h2>
        {canChange && (
          <Button variant="quiet" size="toolbar" onClick={() => setAsked(true)}>
            {t('lowcode.trigger.change')}
          </Button>
        )}
      </div>
      {trigger === null ? (
        <p className="t-secondary">{t('lowcode.trigger.byCalls')}</p>
      ) : (
        <>
          <p>{tables.find(({ id }) => id === trigger.related_table)?.label ?? t('lowcode.trigger.tableGone')}</p>
          <p>
            {trigger.event.map((one) => (
              <code key={one} className={classes['secret']}>
                {one}{' '}
              </code>
            ))}
          </p>
          {isAsync && <p className="t-caption">{t('lowcode.trigger.background')}</p>}
        </>
      )}
      {asked && <StartsDialog entry={entry} onClose={() => setAsked(false)} />}
    </section>
  );
};
