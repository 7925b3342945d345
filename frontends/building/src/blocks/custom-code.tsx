import { api, type Filter, type Id, type Sort, type Table, useFormats, useTexts, useTheme } from '@tessera/kit';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { tableApi } from '../table/table.resource.ts';
import { BlockHead, BlockNote, OfTable, Vacant } from './plate.tsx';
import { useChanged } from './use-again.ts';
import type { BlockProps } from './view.ts';
import classes from './blocks.module.css';

/** Calls of code that are under way at once, and within a minute; what is beyond is refused. */
const mostAtOnce = 8;
const mostPerMinute = 120;
/** Records of one answer. */
const mostRecords = 200;

type Fields = Readonly<Record<string, unknown>>;
type Call = { readonly id: number; readonly name: string; readonly args: readonly unknown[] };
class Refused extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const objectIn = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});

/** What code may ask of its table: what its reader may, and no more than the block says. */
const callsOf = (table: Table | undefined, canWrite: boolean, open: (id: Id) => void) => {
  const own = (): Table => {
    if (table === undefined) throw new Refused('no_table', 'The block names no table.');
    return table;
  };
  const writes = (): Table => {
    if (!canWrite) throw new Refused('read_only', 'The block may not write.');
    return own();
  };
  const calls: Readonly<Record<string, (args: readonly unknown[]) => unknown>> = {
    table: () => {
      const { id, label, fields } = own();
      return {
        id,
        label,
        fields: fields.map(({ id: fieldId, name, type, props }) => ({ id: fieldId, name, type, props })),
      };
    },
    records: async ([asked]) => {
      const { filter, sort, limit } = objectIn(asked);
      const answer = await tableApi.query(
        own().id,
        {
          ...(filter !== undefined && { filter: filter as Filter }),
          sort: Array.isArray(sort) ? (sort as Sort[]) : [],
          limit: typeof limit === 'number' ? Math.max(1, Math.min(mostRecords, Math.floor(limit))) : 50,
        },
        new AbortController().signal,
      );
      return answer.records.map(({ id, fields }) => ({ id, fields }));
    },
    create: ([fields]) =>
      api.post('/v3/tables/{table}/records', {
        path: { table: writes().id },
        body: { records: [{ fields: objectIn(fields) }] } as never,
      }),
    update: ([id, fields]) =>
      api.patch('/v3/tables/{table}/records/{record}', {
        path: { table: writes().id, record: String(id) },
        body: { fields: objectIn(fields) } as never,
      }),
    open: ([id]) => open(String(id) as Id),
  };
  return calls;
};

const Frame = ({ block, page, table }: BlockProps & { readonly table?: Table }) => {
  const t = useTexts('building');
  const formats = useFormats();
  const navigate = useNavigate();
  useTheme();
  const theme = document.documentElement.dataset['theme'] ?? 'light';
  const frame = useRef<HTMLIFrameElement>(null);
  const [failed, setFailed] = useState('');
  const {
    title = '',
    html = '',
    script = '',
    canWrite = false,
  } = block.config as {
    readonly title?: string;
    readonly html?: string;
    readonly script?: string;
    readonly canWrite?: boolean;
  };
  const language = formats.locale;
  const open = (id: Id): void => {
    if (table !== undefined && !page.pick(block.id, table.id, id)) void navigate(`/object/${table.id}/record/${id}`);
  };
  const given = useRef({ table, canWrite, open });
  given.current = { table, canWrite, open };
  const send = (message: object): void => frame.current?.contentWindow?.postMessage(message, '*');
  useEffect(() => {
    let underWay = 0;
    let made: number[] = [];
    const answer = async ({ id, name, args }: Call): Promise<void> => {
      const now = Date.now();
      made = made.filter((at) => now - at < 60_000);
      try {
        if (underWay >= mostAtOnce || made.length >= mostPerMinute)
          throw new Refused('busy', 'Too many calls. Wait a moment.');
        made.push(now);
        underWay++;
        try {
          const calls = callsOf(given.current.table, given.current.canWrite, given.current.open);
          if (!Object.hasOwn(calls, name)) throw new Refused('unknown_call', 'There is no such call.');
          const value = await calls[name]!(Array.isArray(args) ? args : []);
          send({ id, value: JSON.parse(JSON.stringify(value ?? null)) as unknown });
        } finally {
          underWay--;
        }
      } catch (error) {
        const { code = 'failed', message = '' } = objectIn(error) as {
          readonly code?: string;
          readonly message?: string;
        };
        send({ id, error: { code, message } });
      }
    };
    const hear = ({ source, data }: MessageEvent): void => {
      if (source === null || source !== frame.current?.contentWindow) return;
      const message = objectIn(data);
      if (message['tessera'] !== 1) return;
      if (message['ready'] === true) send({ start: { html, script, theme, language } });
      else if (typeof message['failed'] === 'string') setFailed(message['failed'].slice(0, 300));
      else if (typeof message['id'] === 'number' && typeof message['name'] === 'string') void answer(message as Call);
    };
    window.addEventListener('message', hear);
    return () => window.removeEventListener('message', hear);
  }, [html, script, theme, language]);
  useChanged(table?.id, () => send({ changed: true }));
  return (
    <>
      <BlockHead title={title} />
      <div className={classes['room']}>
        <iframe
          key={`${theme} ${html} ${script}`}
          ref={frame}
          className={classes['frame']}
          src="/frame?code"
          title={title === '' ? t('apps.code') : title}
          sandbox="allow-scripts"
          onLoad={() => setFailed('')}
        />
      </div>
      {failed !== '' && <BlockNote>{t('apps.codeFailed', { error: failed })}</BlockNote>}
    </>
  );
};

/** Code of a builder, which reaches the product by a few calls alone. */
export const CustomCode = (props: BlockProps) => {
  const t = useTexts('building');
  const { html, script, tableId } = props.block.config as {
    readonly html?: string;
    readonly script?: string;
    readonly tableId?: Id;
  };
  if (html === undefined && script === undefined) return props.app.draft ? <Vacant>{t('apps.noCode')}</Vacant> : null;
  if (tableId === undefined) return <Frame {...props} />;
  return <OfTable tableId={tableId}>{(table) => <Frame {...props} table={table} />}</OfTable>;
};
