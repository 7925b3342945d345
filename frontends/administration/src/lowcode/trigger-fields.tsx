import { Check, Select, Switch, useTexts } from '@tessera/kit';
import { useQuery } from '@tanstack/react-query';
import { tablesQuery } from '../automations/automations.resource.ts';
import shared from '../tokens/tokens.module.css';
import classes from './editor.module.css';
import type { Trigger } from './functions.resource.ts';
import { isBefore, triggerEvents } from './trigger.ts';

export type TriggerDraft = {
  readonly tableId: string | null;
  readonly events: readonly Trigger['event'][number][];
  readonly isAsync: boolean;
};

/** What of the records of a table starts a function, and whether others wait for it. */
export const TriggerFields = ({
  draft,
  tried,
  onChange,
}: {
  readonly draft: TriggerDraft;
  /** Somebody wanted to save it: what is missing is said. */
  readonly tried: boolean;
  readonly onChange: (draft: TriggerDraft) => void;
}) => {
  const t = useTexts('administration');
  const { data: tables = [] } = useQuery(tablesQuery);
  const { tableId, events, isAsync } = draft;
  const isWaitedFor = events.some(isBefore);
  const turn = (one: (typeof events)[number], on: boolean): void => {
    const next = triggerEvents.filter((event) => (event === one ? on : events.includes(event)));
    onChange({ ...draft, events: next, isAsync: isAsync && !next.some(isBefore) });
  };
  return (
    <>
      <Select
        label={t('lowcode.trigger.table')}
        value={tableId}
        onChange={(id) => onChange({ ...draft, tableId: id })}
        searchable
        error={tried && tableId === null ? t('lowcode.trigger.tableMissing') : undefined}
        options={tables.map(({ id, label }) => ({ value: id, label }))}
      />
      <fieldset className={classes['events']}>
        <legend>{t('lowcode.trigger.events')}</legend>
        {triggerEvents.map((one) => (
          <Check key={one} label={<code>{one}</code>} checked={events.includes(one)} onChange={(on) => turn(one, on)} />
        ))}
      </fieldset>
      {tried && events.length === 0 && (
        <p role="alert" className={shared['problem']}>
          {t('lowcode.trigger.eventsMissing')}
        </p>
      )}
      <div>
        <Switch
          label={t('lowcode.trigger.background')}
          checked={isAsync && !isWaitedFor}
          disabled={isWaitedFor}
          onChange={(on) => onChange({ ...draft, isAsync: on })}
        />
        <p className="t-caption">{t('lowcode.trigger.backgroundText')}</p>
      </div>
    </>
  );
};
