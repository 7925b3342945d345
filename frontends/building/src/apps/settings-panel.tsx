import { isNumber, typeOfField } from '@tessera/fields';
import { blockType, type BlockPart } from '@tessera/proto/blocks';
import { periods } from '@tessera/proto/blocks/figures';
import {
  Button,
  Check,
  type Field,
  IconButton,
  MultiSelect,
  NumberInput,
  Select,
  Textarea,
  TextInput,
  useTexts,
  type Id,
} from '@tessera/kit';
import { IconX } from '@tessera/kit/icons';
import { useState } from 'react';
import { canBeSplit, isByDays, isGroupable } from '../data/groups.ts';
import { hasOptions } from '@tessera/fields';
import { blockViewOf, useBlockTexts } from '../blocks/list.ts';
import { useTable } from '../table/queries.ts';
import { givesCover } from '../view-types/parts/use-card.ts';
import { type App, type AppBlock, type Config, withParts } from './apps.resource.ts';
import { ButtonsPart } from './settings-buttons.tsx';
import {
  AddressPart,
  AppPart,
  AppsPart,
  AxisPart,
  BlocksPart,
  ButtonPart,
  FilterPart,
  LinkPart,
  MeasurePart,
  optionsOf,
  SortPart,
  TablePart,
} from './settings-more.tsx';
import { ColorsPart } from './settings-colors.tsx';
import { TextPart } from './settings-text.tsx';
import classes from './apps.module.css';

/** Parts that are set elsewhere: columns of a board in a view. */
const elsewhere: ReadonlySet<BlockPart['of']> = new Set(['lanes']);
const nothing = '';

const storageOf = (field: Field) => typeOfField(field)?.storage;
const takes: Readonly<Record<string, (field: Field) => boolean>> = {
  choice: (field) => hasOptions(field.type) || storageOf(field) === 'user',
  option: canBeSplit,
  day: isByDays,
  number: (field) => {
    const kind = storageOf(field);
    return kind !== undefined && isNumber(kind);
  },
  file: givesCover,
  any: isGroupable,
};

type PartProps = {
  readonly app: App;
  readonly block: AppBlock;
  readonly name: string;
  readonly part: BlockPart;
  readonly value: unknown;
  readonly fields: readonly Field[];
  readonly onChange: (value: unknown) => void;
};

const PartField = ({ app, block, name, part, value, fields, onChange }: PartProps) => {
  const t = useTexts('building');
  const label = t(`apps.parts.${name as 'title'}`);
  const none = { value: nothing, label: t('apps.none') };
  switch (part.of) {
    case 'table':
      return <TablePart label={label} value={value} onChange={onChange} />;
    case 'text':
      return part.most > 200 ? (
        <Textarea
          label={label}
          value={typeof value === 'string' ? value : ''}
          maxLength={part.most}
          onChange={(text) => onChange(text === '' ? null : text)}
        />
      ) : (
        <TextInput
          label={label}
          value={typeof value === 'string' ? value : ''}
          maxLength={part.most}
          onChange={(text) => onChange(text === '' ? null : text)}
        />
      );
    case 'flag':
      return <Check label={label} checked={value === true} onChange={(on) => onChange(on ? true : null)} />;
    case 'integer':
    case 'number':
      return (
        <NumberInput
          label={label}
          value={typeof value === 'number' ? value : null}
          {...(part.of === 'integer' && { min: part.min, max: part.max })}
          onChange={onChange}
        />
      );
    case 'choice':
      return (
        <Select
          label={label}
          value={typeof value === 'string' ? value : part.values[0]!}
          options={part.values.map((one) => ({ value: one, label: t(`apps.values.${one as 'count'}`) }))}
          onChange={onChange}
        />
      );
    case 'field':
      return (
        <Select
          label={label}
          value={typeof value === 'string' ? value : nothing}
          options={[none, ...optionsOf(fields.filter(takes[part.takes ?? 'any']!))]}
          onChange={(id) => onChange(id === nothing ? null : id)}
        />
      );
    case 'fields':
      return (
        <MultiSelect
          label={label}
          values={Array.isArray(value) ? (value as readonly string[]) : []}
          options={optionsOf(fields)}
          onChange={(ids) => onChange(ids.length === 0 ? null : ids)}
        />
      );
    case 'questions': {
      const asked = Array.isArray(value) ? (value as readonly { readonly fieldId: Id }[]) : [];
      return (
        <MultiSelect
          label={label}
          values={asked.map(({ fieldId }) => fieldId as string)}
          options={optionsOf(fields)}
          onChange={(ids) =>
            onChange(
              ids.length === 0 ? null : ids.map((id) => asked.find(({ fieldId }) => fieldId === id) ?? { fieldId: id }),
            )
          }
        />
      );
    }
    case 'period': {
      const period = value as { readonly dateFieldId: Id; readonly kind: string } | undefined;
      const days = fields.filter(isByDays);
      return (
        <>
          <Select
            label={label}
            value={period?.dateFieldId ?? nothing}
            options={[none, ...optionsOf(days)]}
            onChange={(id) => onChange(id === nothing ? null : { dateFieldId: id, kind: period?.kind ?? 'month' })}
          />
          {period !== undefined && (
            <Select
              label={t('apps.parts.periodKind')}
              value={period.kind}
              options={periods.map((one) => ({ value: one as string, label: t(`apps.values.${one}`) }))}
              onChange={(kind) => onChange({ ...period, kind })}
            />
          )}
        </>
      );
    }
    case 'document':
      return <TextPart label={label} value={value} fields={fields} onChange={onChange} />;
    case 'filter':
      return <FilterPart label={label} value={value} fields={fields} onChange={onChange} />;
    case 'sort':
      return <SortPart label={label} value={value} fields={fields} onChange={onChange} />;
    case 'axis':
      return <AxisPart label={label} value={value} fields={fields} onChange={onChange} />;
    case 'measure':
      return <MeasurePart label={label} value={value} fields={fields} onChange={onChange} />;
    case 'app':
      return <AppPart label={label} value={value} onChange={onChange} />;
    case 'apps':
      return <AppsPart label={label} value={value} onChange={onChange} />;
    case 'blocks':
      return <BlocksPart label={label} value={value} app={app} block={block} onChange={onChange} />;
    case 'link':
      return <LinkPart label={label} value={value} onChange={onChange} />;
    case 'address':
      return <AddressPart label={label} value={value} shows={part.shows} onChange={onChange} />;
    case 'options': {
      const field = fields.find(({ id }) => id === block.config[part.field]);
      const options = (field?.props.options ?? []).map((one) => ({ value: one.id, label: one.label }));
      return (
        <MultiSelect
          label={label}
          help={t('apps.blocksHelp')}
          values={(Array.isArray(value) ? (value as readonly string[]) : []).filter((id) =>
            options.some((one) => one.value === id),
          )}
          options={options}
          onChange={(ids) => onChange(ids.length === 0 ? null : ids.slice(0, part.most))}
        />
      );
    }
    case 'buttons':
      return (
        <ButtonsPart
          value={value}
          most={part.most}
          renderPart={(of, one, now, change) => (
            <PartField app={app} block={block} name={of} part={one} value={now} fields={fields} onChange={change} />
          )}
          onChange={onChange}
        />
      );
    case 'colors':
      return <ColorsPart label={label} value={value} most={part.most} onChange={onChange} />;
    case 'button':
      return <ButtonPart value={value} onChange={onChange} />;
    case 'lanes':
      return null;
  }
};

/** What one block is made of: a field for each part of its configuration. */
export const SettingsPanel = ({
  app,
  block,
  onChange,
  onClose,
}: {
  readonly app: App;
  readonly block: AppBlock;
  readonly onChange: (parts: Config) => void;
  readonly onClose: () => void;
}) => {
  const t = useTexts('building');
  const texts = useBlockTexts()(block.config.type);
  const tableId = typeof block.config['tableId'] === 'string' ? block.config['tableId'] : '';
  const type = blockType(block.config.type);
  return (
    <aside className={classes['panel']} aria-label={t('apps.settings', { block: texts?.name ?? '' })}>
      <div className={classes['panelHead']}>
        <h2 className="t-strong">{texts?.name}</h2>
        <IconButton label={t('kit:close')} icon={IconX} onClick={onClose} />
      </div>
      {type &&
        (tableId === '' ? (
          <Parts app={app} block={block} fields={[]} onChange={onChange} />
        ) : (
          <WithTable app={app} tableId={tableId} block={block} onChange={onChange} />
        ))}
      <Button onClick={onClose}>{t('apps.close')}</Button>
    </aside>
  );
};

const WithTable = ({
  tableId,
  ...rest
}: {
  readonly app: App;
  readonly tableId: Id;
  readonly block: AppBlock;
  readonly onChange: (parts: Config) => void;
}) => {
  const { data } = useTable(tableId);
  return <Parts {...rest} fields={data?.fields ?? []} />;
};

const Parts = ({
  app,
  block,
  fields,
  onChange,
}: {
  readonly app: App;
  readonly block: AppBlock;
  readonly fields: readonly Field[];
  readonly onChange: (parts: Config) => void;
}) => {
  // What is set shows in the same moment: what is typed between would be lost to the one who types.
  const [mine, setMine] = useState<{ readonly over: Config; readonly shown: AppBlock['config'] } | null>(null);
  const config = mine?.over === block.config ? mine.shown : block.config;
  const set = (parts: Config): void => {
    setMine({ over: block.config, shown: withParts(config, parts) });
    onChange(parts);
  };
  const shown = { ...block, config };
  return (
    <div className={classes['parts']}>
      {Object.entries(blockType(config.type)?.config ?? {})
        .filter(([, part]) => !elsewhere.has(part.of))
        .filter(([name]) => blockViewOf(config.type)?.asks?.(name, config) ?? true)
        .map(([name, part]) => (
          <PartField
            key={name}
            app={app}
            block={shown}
            name={name}
            part={part}
            value={config[name]}
            fields={fields}
            onChange={(value) => set({ [name]: value, ...orphaned(config.type, name) })}
          />
        ))}
    </div>
  );
};

const ofFields: ReadonlySet<BlockPart['of']> = new Set([
  'field',
  'fields',
  'filter',
  'sort',
  'questions',
  'lanes',
  'period',
  'axis',
  'measure',
  'options',
]);
/** What means nothing once a part names another: fields of another table, options of another field; taken away. */
const orphaned = (type: string, changed: string): Config => {
  const { config = {} } = blockType(type) ?? {};
  const gone = (part: BlockPart): boolean =>
    config[changed]?.of === 'table' ? ofFields.has(part.of) : part.of === 'options' && part.field === changed;
  return Object.fromEntries(Object.entries(config).flatMap(([name, part]) => (gone(part) ? [[name, null]] : [])));
};
