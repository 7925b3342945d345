import { api, Chip, type Field, Skeleton, type Table, useTexts } from '@tessera/kit';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isChoice, isList, fieldType } from '@tessera/fields';
import { textOf } from '../data/values.ts';
import { fieldIcon } from '../field-types/list.ts';
import { useTable } from '../table/queries.ts';
import classes from './import.module.css';
import { isNumber, useShow } from './preview-table.tsx';

const shown = 12;

const isOneOption = (field: Field): boolean => {
  const storage = fieldType(field.type)?.storage;
  return isChoice(storage) && !isList(storage);
};

const Cell = ({ field, value, show }: { field: Field; value: unknown; show: ReturnType<typeof useShow> }) => {
  if (isOneOption(field) && typeof value === 'string') {
    const option = field.props.options?.find((one) => one.id === value);
    return <span>{option && <Chip color={option.color}>{option.label}</Chip>}</span>;
  }
  return (
    <span data-number={isNumber(field.type) || undefined}>
      <span className="t-cut">{textOf(field, value, show)}</span>
    </span>
  );
};

/** The records that came last, newest first. */
export const Arriving = ({
  tableId,
  label,
  done,
  into,
}: {
  tableId: string;
  label: string;
  done: number;
  into: boolean;
}) => {
  const t = useTexts('building');
  const show = useShow();
  const table = useTable(tableId);
  // Asked by the clock, not by each step of the progress: a question must not be dropped for the next one before it is
  // answered.
  const latest = useRef(done);
  useEffect(() => {
    latest.current = done;
  });
  const records = useQuery({
    queryKey: ['arriving', tableId],
    queryFn: async () => {
      // Those of a table that was there stand before them.
      const last = into
        ? (await api.post('/v3/tables/{table}/records/count', { path: { table: tableId }, body: {} })).total
        : latest.current;
      return api.post('/v3/tables/{table}/records/query', {
        path: { table: tableId },
        body: { limit: shown, offset: Math.max(0, last - shown) },
      });
    },
    enabled: done > 0,
    refetchInterval: 900,
    staleTime: 0,
    retry: false,
    gcTime: 0,
  });
  const fields = columnsOf(table.data);
  const rows = (records.data?.records ?? []).toReversed();
  return (
    <section className={classes['arriving']} aria-label={t('import.run.arriving')}>
      <div className={classes['arrivingHead']}>
        <span>{t('import.run.arriving')}</span>
        <span className="t-caption">{label}</span>
      </div>
      <div className={classes['rowHead']}>
        {fields.map((field) => {
          const Icon = fieldIcon(field.type);
          return (
            <span key={field.id} data-number={isNumber(field.type) || undefined}>
              <Icon aria-hidden="true" />
              <span className="t-cut">{field.name}</span>
            </span>
          );
        })}
      </div>
      {rows.map((record) => (
        <div key={record.id} className={classes['row']}>
          {fields.map((field) => (
            <Cell key={field.id} field={field} value={record.fields[field.id]} show={show} />
          ))}
        </div>
      ))}
      {rows.length < shown &&
        Array.from({ length: shown - rows.length }, (_, index) => (
          <div key={index} className={classes['row']}>
            <span>
              <Skeleton width={150 - (index % 3) * 20} />
            </span>
            <span>
              <Skeleton width={72} />
            </span>
            <span>
              <Skeleton width={64} />
            </span>
          </div>
        ))}
    </section>
  );
};

/** The label field and the two fields that say most at a glance. */
const columnsOf = (table: Table | undefined): readonly Field[] => {
  if (!table) return [];
  const label = table.fields.find((field) => field.id === table.labelFieldId) ?? table.fields[0];
  const others = table.fields.filter((field) => field !== label);
  const telling = [
    ...others.filter((field) => isOneOption(field)),
    ...others.filter((field) => isNumber(field.type)),
    ...others,
  ];
  return [...new Set([...(label ? [label] : []), ...telling])].slice(0, 3);
};
