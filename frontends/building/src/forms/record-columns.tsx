import { useTexts } from '@tessera/kit';
import { useLayoutEffect, useRef, useState } from 'react';
import { ActivityFilter } from '../record/record-activity.tsx';
import { MoreParts, type RecordParts } from '../record/record.panel.tsx';
import record from '../record/record.module.css';
import classes from './forms.module.css';
import { columnsOf, type Tool, type Way } from './layout.ts';
import { ownForm } from './own.ts';
import { toolsOf } from './layout.ts';
import './texts.ts';

/** How wide an element is, told as it changes. */
const useWidth = () => {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number | null>(null);
  useLayoutEffect(() => {
    const { current } = box;
    if (current === null) return undefined;
    const measure = (): void => setWidth(current.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return [box, width] as const;
};

type Given = {
  readonly parts: RecordParts;
  readonly way: Way;
  /** The composer of comments stands elsewhere. */
  readonly speaksElsewhere?: boolean;
};

/** A record in the layout of its table's form: its fields, and beside or under them what is shown of it otherwise. */
export const RecordColumns = ({ parts, way, speaksElsewhere = false }: Given) => {
  const t = useTexts('building');
  const [box, width] = useWidth();
  const { aside, below } = columnsOf(way, width ?? 0, toolsOf(ownForm(parts.table, 'update')));
  const part = (tools: readonly Tool[], under: boolean) => {
    const stream = tools.filter((one) => one !== 'more');
    const only = stream.length === 1 ? stream[0] : undefined;
    const label = only === 'comments' || only === 'history' ? t(`comments.${only}`) : t('record.activity');
    return (
      <>
        {tools.includes('more') && under && <MoreParts parts={parts.more} />}
        {tools.includes('more') && !under && (
          <div className={classes['asideBody']}>
            <MoreParts parts={parts.more} />
          </div>
        )}
        {stream.length > 0 && (
          <section className={under ? record['activity'] : classes['stream']} aria-label={label}>
            <div className={record['activityHead']}>
              <h3>{label}</h3>
              {only === undefined && <ActivityFilter tableId={parts.table.id} recordId={parts.record?.id ?? null} />}
            </div>
            <div className={under ? undefined : classes['asideBody']}>{parts.streamOf(only)}</div>
            {stream.includes('comments') && !speaksElsewhere && (
              <div className={classes['speak']}>{parts.composer()}</div>
            )}
          </section>
        )}
      </>
    );
  };
  const sides = aside.filter((tools) => tools.some((one) => one !== 'more') || parts.more.length > 0);
  return (
    <div
      ref={box}
      className={classes['columns']}
      data-columns={sides.length + 1}
      tabIndex={-1}
      // A window that it stands in gives it the focus: the keys for what is in it come from there.
      data-autofocus
    >
      {width !== null && (
        <>
          <div className={classes['fields']}>
            {parts.heading}
            {parts.fields}
            {below.length > 0 && part(below, true)}
          </div>
          {sides.map((tools) => (
            <div key={tools.join()} className={classes['aside']}>
              {part(tools, false)}
            </div>
          ))}
        </>
      )}
    </div>
  );
};
