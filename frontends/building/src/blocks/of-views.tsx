import type { Filter, Id, Table, ViewConfig } from '@tessera/kit';
import { useMemo } from 'react';
import { bothOf } from './page-state.ts';
import type { BlockProps } from './view.ts';
import { BlockHead, OfTable } from './plate.tsx';
import { ViewBlock } from './view-block.tsx';
import classes from './blocks.module.css';

type Part = { readonly fieldId: Id };
type Config = Readonly<Record<string, unknown>>;
type Shape = {
  /** The block's own words for what the view calls otherwise. */
  readonly read?: (config: Config) => Config;
  /** The view has a head of its own. */
  readonly headed?: true;
};

/** The configuration of a view that a block's comes to: the fields it names, else all. */
const configOf = (all: readonly Id[], config: Config): ViewConfig => {
  const { fields, questions, type: _type, tableId: _table, ...rest } = config;
  const named = Array.isArray(questions)
    ? (questions as readonly Part[])
    : (Array.isArray(fields) && fields.length > 0 ? (fields as readonly Id[]) : all).map((fieldId) => ({ fieldId }));
  return { ...rest, fields: named } as unknown as ViewConfig;
};

/** Makes a block of a type of view. */
export const blockOfView = (viewType: string, { read = (config) => config, headed }: Shape = {}) => {
  const Configured = ({ block, page, table }: BlockProps & { readonly table: Table }) => {
    const written = JSON.stringify(block.config);
    const ids = table.fields.map(({ id }) => id).join();
    const chosen = JSON.stringify(page.filterFor(block.id, table) ?? null);
    const config = useMemo(() => {
      const { title, ...own } = JSON.parse(written) as Config;
      const made = configOf(ids === '' ? [] : ids.split(','), read(own));
      const filter = bothOf(made.filter, (JSON.parse(chosen) as Filter | null) ?? undefined);
      return { ...made, ...(filter && { filter }), ...(headed && { title }) } as ViewConfig;
    }, [ids, written, chosen]);
    return (
      <ViewBlock
        table={table}
        blockId={block.id}
        viewType={viewType}
        config={config}
        search={page.searchFor(block.id)}
        pick={(id) => page.pick(block.id, table.id, id)}
      />
    );
  };
  const Block = (props: BlockProps) => {
    const { title, tableId } = props.block.config as Config;
    return (
      <>
        {headed !== true && <BlockHead title={typeof title === 'string' ? title : ''} />}
        <div className={classes['fill']}>
          <OfTable tableId={tableId}>{(table) => <Configured {...props} table={table} />}</OfTable>
        </div>
      </>
    );
  };
  return Block;
};

const axisOf = (axis: unknown): Config => {
  const { fieldId, bucket } = (axis ?? {}) as { readonly fieldId?: Id; readonly bucket?: string };
  return { ...(fieldId !== undefined && { x: fieldId }), ...(bucket !== undefined && { bucket }) };
};

/** A form: the block has shorter names for what the form says. */
export const blockOfForm = () =>
  blockOfView('form', {
    read: ({ button, thanks, ...rest }) => ({ ...rest, submit_label: button, success_message: thanks }),
  });

/** Makes a block of a kind of chart. */
export const blockOfChart = (kind: string) =>
  blockOfView('chart', {
    headed: true,
    read: ({ x, stacked, ...rest }) => ({ ...rest, kind, stacked: stacked === true, ...axisOf(x) }),
  });

/** A plan: the block names the fields of days one by one. */
export const blockOfPlan = () =>
  blockOfView('gantt', {
    read: ({ start, end, color, fields, ...rest }) => ({
      ...rest,
      gantt_date_range: [start, end].filter((one) => typeof one === 'string'),
      ...(color !== undefined && { gantt_color_field: color }),
      ...(fields !== undefined && { gantt_table_fields: fields }),
    }),
  });

/** The numbers of a chart without the chart. */
export const blockOfPivot = () =>
  blockOfView('chart', {
    headed: true,
    read: ({ rows, columns, ...rest }) => ({ ...rest, as: 'table', ...axisOf(rows), split: columns }),
  });
