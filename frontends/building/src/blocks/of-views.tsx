import type { Id, ViewConfig } from '@tessera/kit';
import { useMemo } from 'react';
import type { BlockProps } from './view.ts';
import { BlockHead, OfTable } from './plate.tsx';
import { ViewBlock } from './view-block.tsx';
import classes from './blocks.module.css';

type Part = { readonly fieldId: Id };

/** The configuration of a view that a block's comes to: the fields it names, else all. */
const configOf = (all: readonly Id[], config: Readonly<Record<string, unknown>>): ViewConfig => {
  const { fields, questions, type: _type, tableId: _table, title: _title, ...rest } = config;
  const named = Array.isArray(questions)
    ? (questions as readonly Part[])
    : (Array.isArray(fields) && fields.length > 0 ? (fields as readonly Id[]) : all).map((fieldId) => ({ fieldId }));
  return { ...rest, fields: named } as unknown as ViewConfig;
};

/** Makes a block of a type of view. */
export const blockOfView = (viewType: string) => {
  const Block = ({ block, search }: BlockProps) => {
    const { config } = block;
    return (
      <>
        <BlockHead title={typeof config['title'] === 'string' ? config['title'] : ''} />
        <div className={classes['fill']}>
          <OfTable tableId={config['tableId']}>
            {(table) => <Configured table={table} block={block} search={search} viewType={viewType} />}
          </OfTable>
        </div>
      </>
    );
  };
  return Block;
};

const Configured = ({
  table,
  block,
  search,
  viewType,
}: Pick<BlockProps, 'block' | 'search'> & {
  readonly table: Parameters<typeof ViewBlock>[0]['table'];
  readonly viewType: string;
}) => {
  const written = JSON.stringify(block.config);
  const ids = table.fields.map(({ id }) => id).join();
  const config = useMemo(
    () => configOf(ids === '' ? [] : ids.split(','), JSON.parse(written) as Record<string, unknown>),
    [ids, written],
  );
  return <ViewBlock table={table} blockId={block.id} viewType={viewType} config={config} search={search} />;
};
