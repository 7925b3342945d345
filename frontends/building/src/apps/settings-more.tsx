import {
  Button,
  type Field,
  type Filter,
  MultiSelect,
  Popover,
  Select,
  type Sort,
  TextInput,
  useTexts,
  type Id,
} from '@tessera/kit';
import { IconArrowsSort, IconFilter } from '@tessera/kit/icons';
import { isAddressOf, mostAddress, type Shown } from '@tessera/proto/blocks';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useBlockTexts } from '../blocks/list.ts';
import { buckets, isByDays, isGroupable } from '../data/groups.ts';
import { leavesOf } from '../data/filters.ts';
import { canBeMeasured, functionsOf } from '../data/measures.ts';
import { fieldIcon } from '../field-types/list.ts';
import { FilterBuilder } from '../table/filter-builder.tsx';
import { useFilterTree } from '../table/filter-tree.ts';
import { usePeople } from '../table/queries.ts';
import { SortBuilder } from '../table/sort-builder.tsx';
import { totalName } from '../table/use-totals.ts';
import { type App, type AppBlock, choicesQuery } from './apps.resource.ts';

const nothing = '';
const none: readonly never[] = [];

export type MoreProps = {
  readonly label: string;
  readonly value: unknown;
  readonly fields: readonly Field[];
  /** Null takes the part away. */
  readonly onChange: (value: unknown) => void;
};

export const optionsOf = (fields: readonly Field[]) =>
  fields.map(({ id, name, type }) => ({ value: id as string, label: name, icon: fieldIcon(type) }));

const Builder = ({
  label,
  icon,
  children,
}: {
  readonly label: string;
  readonly icon: typeof IconFilter;
  readonly children: ReactNode;
}) => {
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      opened={opened}
      onClose={() => setOpened(false)}
      label={label}
      anchor={
        <Button icon={icon} aria-expanded={opened} onClick={() => setOpened(!opened)}>
          {label}
        </Button>
      }
    >
      {children}
    </Popover>
  );
};

/** Which records count: the builder that views have. */
export const FilterPart = ({ label, value, fields, onChange }: MoreProps) => {
  const t = useTexts('building');
  const { data: people } = usePeople();
  const filter = (value ?? undefined) as Filter | undefined;
  const [tree, setTree] = useFilterTree(filter, fields, (next) => onChange(next ?? null));
  const count = leavesOf(filter).length;
  return (
    <Builder label={count === 0 ? label : t('apps.counted', { name: label, count })} icon={IconFilter}>
      <FilterBuilder tree={tree} fields={fields} users={people ?? none} onChange={setTree} count={null} />
    </Builder>
  );
};

/** In which order records come. */
export const SortPart = ({ value, fields, onChange }: MoreProps) => {
  const t = useTexts('building');
  const sort = Array.isArray(value) ? (value as readonly Sort[]) : none;
  return (
    <Builder
      label={sort.length === 0 ? t('sort.title') : t('sort.counted', { count: sort.length })}
      icon={IconArrowsSort}
    >
      <SortBuilder sort={sort} fields={fields} onChange={(next) => onChange(next.length === 0 ? null : next)} />
    </Builder>
  );
};

/** The field that a chart goes by; for days, how many of them are together. */
export const AxisPart = ({ label, value, fields, onChange }: MoreProps) => {
  const t = useTexts('building');
  const axis = (value ?? undefined) as { readonly fieldId: Id; readonly bucket?: string } | undefined;
  const field = fields.find(({ id }) => id === axis?.fieldId);
  return (
    <>
      <Select
        label={label}
        value={field?.id ?? nothing}
        options={[{ value: nothing, label: t('apps.none') }, ...optionsOf(fields.filter(isGroupable))]}
        onChange={(id) => onChange(id === nothing ? null : { fieldId: id })}
      />
      {field !== undefined && isByDays(field) && (
        <Select
          label={t('tools.group.bucket')}
          value={axis?.bucket ?? 'month'}
          options={buckets.map((bucket) => ({ value: bucket as string, label: t(`tools.group.buckets.${bucket}`) }))}
          onChange={(bucket) => onChange({ ...axis, bucket })}
        />
      )}
    </>
  );
};

/** How many records there are, or what a field of them comes to. */
export const MeasurePart = ({ label, value, fields, onChange }: MoreProps) => {
  const t = useTexts('building');
  const measure = (value ?? undefined) as { readonly fieldId?: Id; readonly function: string } | undefined;
  const field = fields.find(({ id }) => id === measure?.fieldId);
  return (
    <>
      <Select
        label={label}
        value={field?.id ?? nothing}
        options={[{ value: nothing, label: t('apps.values.count') }, ...optionsOf(fields.filter(canBeMeasured))]}
        onChange={(id) => {
          const next = fields.find((one) => one.id === id);
          const first = next === undefined ? undefined : functionsOf(next)[0];
          onChange(first === undefined ? null : { fieldId: id, function: first });
        }}
      />
      {field !== undefined && (
        <Select
          label={t('apps.parts.function')}
          value={measure?.function ?? null}
          options={functionsOf(field).map((one) => ({
            value: one as string,
            label: t(`totals.${totalName(field, one)}`),
          }))}
          onChange={(one) => onChange({ fieldId: field.id, function: one })}
        />
      )}
    </>
  );
};

/** A table of those that the builder sees. */
export const TablePart = ({ label, value, onChange }: Omit<MoreProps, 'fields'>) => {
  const t = useTexts('building');
  const { data } = useQuery(choicesQuery('tables'));
  return (
    <Select
      label={label}
      placeholder={t('apps.chooseTable')}
      value={typeof value === 'string' ? value : null}
      options={(data ?? []).map((one) => ({ value: one.id, label: one.label }))}
      onChange={onChange}
    />
  );
};

/** Another app. */
export const AppPart = ({ label, value, onChange }: Omit<MoreProps, 'fields'>) => {
  const { data } = useQuery(choicesQuery('apps'));
  return (
    <Select
      label={label}
      value={typeof value === 'string' ? value : null}
      options={(data ?? []).map((one) => ({ value: one.id, label: one.label }))}
      onChange={onChange}
    />
  );
};

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? (value as readonly string[]) : none);

/** Apps in the order in which they are chosen. */
export const AppsPart = ({ label, value, onChange }: Omit<MoreProps, 'fields'>) => {
  const { data } = useQuery(choicesQuery('apps'));
  return (
    <MultiSelect
      label={label}
      values={listOf(value)}
      options={(data ?? []).map((one) => ({ value: one.id, label: one.label }))}
      onChange={(ids) => onChange(ids.length === 0 ? null : ids)}
    />
  );
};

/** Types that show a table's records in no other way than by what others choose. */
const unseen: ReadonlySet<string> = new Set(['app_filters', 'record_details', 'comments', 'text']);

/** Blocks of the page that show records, but for the one that names them. */
export const BlocksPart = ({
  label,
  value,
  app,
  block,
  onChange,
}: Omit<MoreProps, 'fields'> & { readonly app: App; readonly block: AppBlock }) => {
  const t = useTexts('building');
  const texts = useBlockTexts();
  // A block of a table is for those of the same.
  const own = block.config['tableId'];
  const isOf = (tableId: unknown): boolean => tableId !== undefined && (own === undefined || tableId === own);
  const options = app.components
    .filter(({ id, config }) => id !== block.id && !unseen.has(config.type) && isOf(config['tableId']))
    .map(({ id, config }) => {
      const name = texts(config.type)?.name ?? config.type;
      const title = typeof config['title'] === 'string' ? config['title'] : '';
      return { value: id as string, label: title === '' ? name : `${title} (${name})` };
    });
  return (
    <MultiSelect
      label={label}
      help={t('apps.blocksHelp')}
      values={listOf(value).filter((id) => options.some((one) => one.value === id))}
      options={options}
      onChange={(ids) => onChange(ids.length === 0 ? null : ids)}
    />
  );
};

const link = /^(?:https?:\/\/|mailto:|\/(?![/\\]))/i;

/** Where a press leads; kept once it is one. */
export const LinkPart = ({ label, value, onChange }: Omit<MoreProps, 'fields'>) => {
  const t = useTexts('building');
  const kept = typeof value === 'string' ? value : '';
  const [text, setText] = useState(kept);
  const wrong = text.trim() !== '' && !link.test(text.trim());
  return (
    <TextInput
      label={label}
      placeholder="https://"
      maxLength={2000}
      value={text}
      error={wrong ? t('apps.linkWrong') : undefined}
      onChange={(next) => {
        setText(next);
        const trimmed = next.trim();
        if (trimmed === '') onChange(null);
        else if (link.test(trimmed)) onChange(trimmed);
      }}
    />
  );
};

/** A page, a picture or a video of the web; kept once it is one. */
export const AddressPart = ({
  label,
  value,
  shows,
  onChange,
}: Omit<MoreProps, 'fields'> & { readonly shows: Shown }) => {
  const t = useTexts('building');
  const [text, setText] = useState(typeof value === 'string' ? value : '');
  const wrong = text.trim() !== '' && !isAddressOf(shows, text.trim());
  return (
    <TextInput
      label={label}
      placeholder="https://"
      maxLength={mostAddress}
      value={text}
      error={wrong ? t(shows === 'video' ? 'apps.videoWrong' : 'apps.addressWrong') : undefined}
      onChange={(next) => {
        setText(next);
        const trimmed = next.trim();
        if (trimmed === '') onChange(null);
        else if (isAddressOf(shows, trimmed)) onChange(trimmed);
      }}
    />
  );
};

/** A button of a heading: the table that it leads to, and what it says. */
export const ButtonPart = ({ value, onChange }: Pick<MoreProps, 'value' | 'onChange'>) => {
  const t = useTexts('building');
  const button = (value ?? {}) as { readonly label?: string; readonly tableId?: string };
  return (
    <>
      <TablePart
        label={t('apps.buttonTo')}
        value={button.tableId}
        onChange={(tableId) => onChange({ ...button, tableId })}
      />
      {button.tableId !== undefined && (
        <>
          <TextInput
            label={t('apps.parts.label')}
            maxLength={60}
            value={button.label ?? ''}
            onChange={(text) => {
              const { label: _before, ...rest } = button;
              onChange(text === '' ? rest : { ...rest, label: text });
            }}
          />
          <Button onClick={() => onChange(null)}>{t('apps.noButton')}</Button>
        </>
      )}
    </>
  );
};
