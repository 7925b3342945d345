import { grids, rowHeight } from '@tessera/proto/blocks';
import { EmptyState, useTexts } from '@tessera/kit';
import { useLayoutEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { blockViewOf } from '../blocks/list.ts';
import { type PageState, usePageState } from '../blocks/page-state.ts';
import type { App, AppBlock, Place } from './apps.resource.ts';
import classes from './apps.module.css';

/** Room below everything. */
const foot = 50;
const inset = 6;

export const useWidth = () => {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const box = ref.current;
    if (box === null) return undefined;
    const read = (): void => setWidth(box.clientWidth);
    read();
    const observer = new ResizeObserver(read);
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
};

export const columnsOf = (phone: boolean): number => (phone ? grids.mobile : grids.desktop);

/** Where a place is on a canvas of a width, in px. */
export const boxOf = (place: Place, columns: number, width: number): CSSProperties => ({
  left: (place.x * width) / columns + inset,
  top: place.y * rowHeight + inset,
  width: (place.w * width) / columns - 2 * inset,
  height: place.h * rowHeight - 2 * inset,
});

export const heightOf = (places: readonly Place[]): number =>
  Math.max(0, ...places.map(({ y, h }) => y + h)) * rowHeight + foot;

/** A block in its box: on a plate, unless it is one of those that stand on the page. */
export const BlockBody = ({
  app,
  block,
  page,
}: {
  readonly app: App;
  readonly block: AppBlock;
  readonly page: PageState;
}) => {
  const t = useTexts('building');
  const type = blockViewOf(block.config.type);
  if (type === undefined) return <EmptyState title={t('apps.newer')} />;
  const { Block, bare } = type;
  return (
    <div className={bare ? classes['bare'] : classes['plate']}>
      <Block app={app} block={block} page={page} />
    </div>
  );
};

/** Reading order, which is also the order of the elements: keys and readers walk blocks as eyes do. */
export const inOrder = (
  app: App,
  places: readonly Place[],
): readonly { readonly block: AppBlock; readonly place: Place }[] =>
  places
    .toSorted((a, b) => a.y - b.y || a.x - b.x)
    .flatMap((place) => {
      const block = app.components.find(({ id }) => id === place.id);
      return block === undefined ? [] : [{ block, place }];
    });

/** The blocks of a page in their places. */
export const Canvas = ({
  app,
  phone,
  empty,
}: {
  readonly app: App;
  readonly phone: boolean;
  readonly empty: ReactNode;
}) => {
  const { ref, width } = useWidth();
  const page = usePageState(app);
  const places = phone ? app.layouts.mobile.components : app.layouts.desktop.components;
  const columns = columnsOf(phone);
  return (
    <div ref={ref} className={classes['canvas']} style={{ height: heightOf(places) }}>
      {app.components.length === 0 && empty}
      {width > 0 &&
        inOrder(app, places).map(({ block, place }) => (
          <section key={block.id} className={classes['block']} style={boxOf(place, columns, width)}>
            <BlockBody app={app} block={block} page={page} />
          </section>
        ))}
    </div>
  );
};
