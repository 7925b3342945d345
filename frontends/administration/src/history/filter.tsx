import { Button, MultiSelect, Popover, Select, TextInput, useTexts } from '@tessera/kit';
import { IconFilter } from '@tessera/kit/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { tablesQuery } from '../tokens/tokens.resource.ts';
import classes from './history.module.css';
import { actionTypes, type Choice, entityTypes, everything, narrowing, sources } from './history.resource.ts';
import { peopleQuery } from './people.resource.ts';

/** What the list is narrowed to: each of its parts narrows, and all of them together. */
const FilterForm = ({ choice, onChange }: { choice: Choice; onChange: (choice: Choice) => void }) => {
  const t = useTexts('administration');
  const { data: tables } = useQuery(tablesQuery);
  const { data: people } = useQuery(peopleQuery);
  return (
    <div className={classes['filter']}>
      <div className={classes['filterHead']}>
        <h2 className="t-strong">{t('log.filter')}</h2>
        <Button variant="text" size="toolbar" disabled={narrowing(choice) === 0} onClick={() => onChange(everything)}>
          {t('log.clear')}
        </Button>
      </div>
      <MultiSelect
        label={t('log.type')}
        placeholder={t('log.any')}
        values={choice.types}
        options={actionTypes.map((value) => ({ value, label: t(`log.types.${value}`) }))}
        onChange={(types) => onChange({ ...choice, types })}
      />
      <MultiSelect
        label={t('log.entity')}
        placeholder={t('log.any')}
        values={choice.entities}
        options={entityTypes.map((value) => ({ value, label: t(`log.entities.${value}`) }))}
        onChange={(entities) => onChange({ ...choice, entities })}
      />
      <MultiSelect
        label={t('log.people')}
        placeholder={t('log.anyone')}
        values={choice.people}
        options={(people ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(chosen) => onChange({ ...choice, people: chosen })}
      />
      <MultiSelect
        label={t('log.source')}
        placeholder={t('log.any')}
        values={choice.sources}
        options={sources.map((value) => ({ value, label: t(`log.sources.${value}`) }))}
        onChange={(chosen) => onChange({ ...choice, sources: chosen })}
      />
      <Select
        label={t('log.table')}
        value={choice.table}
        options={[
          { value: '', label: t('log.anyTable') },
          ...(tables ?? []).map(({ id, label }) => ({ value: id, label })),
        ]}
        onChange={(table) => onChange({ ...choice, table })}
      />
      <div className={classes['period']}>
        <TextInput
          type="date"
          label={t('log.from')}
          {...(choice.until !== '' && { max: choice.until })}
          value={choice.from}
          onChange={(from) => onChange({ ...choice, from })}
        />
        <TextInput
          type="date"
          label={t('log.until')}
          {...(choice.from !== '' && { min: choice.from })}
          value={choice.until}
          onChange={(until) => onChange({ ...choice, until })}
        />
      </div>
    </div>
  );
};

export const FilterButton = ({ choice, onChange }: { choice: Choice; onChange: (choice: Choice) => void }) => {
  const t = useTexts('administration');
  const [opened, setOpened] = useState(false);
  const count = narrowing(choice);
  return (
    <Popover
      opened={opened}
      onClose={() => setOpened(false)}
      width={360}
      padded
      label={t('log.filter')}
      anchor={
        <Button
          size="toolbar"
          variant={count === 0 ? 'quiet' : 'default'}
          icon={IconFilter}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          {count === 0 ? t('log.filter') : t('log.filtered', { count })}
        </Button>
      }
    >
      <FilterForm choice={choice} onChange={onChange} />
    </Popover>
  );
};
