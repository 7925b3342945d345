import {
  asksForMenu,
  ContextMenu,
  type Id,
  type MenuEntry,
  type MenuPlace,
  placeOf,
  type Table,
  useTexts,
} from '@tessera/kit';
import { IconArrowDown, IconArrowsDiagonal, IconCheckbox, IconCopy, IconX } from '@tessera/kit/icons';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react';
import type { GridDrawing } from '../../grid/drawing.ts';
import { type Block, selectOne } from '../../grid/model/selection.ts';
import { useRecordEntries } from '../../record/use-record-entries.ts';

type Asked = { readonly at: MenuPlace; readonly block: Block; readonly recordId: Id };

/** What a press means that its own element answers: a text that is edited, a link of a cell. */
const own = 'input, textarea, [contenteditable], [data-editor], a[href], [data-act="why"]';

const within = (block: Block | null, row: number, col: number | null): boolean =>
  block !== null &&
  row >= block.top &&
  row <= block.bottom &&
  (col === null || (col >= block.left && col <= block.right));

/** The menu of rows and cells: by a right click, and by the menu key or Shift+F10 on the selected cell. */
export const CellMenu = ({ table, drawing, children }: { table: Table; drawing: GridDrawing; children: ReactNode }) => {
  const t = useTexts('building');
  const { grid, actions } = drawing;
  const [asked, setAsked] = useState<Asked | null>(null);
  const entriesOf = useRecordEntries(table);

  const ask = (at: MenuPlace): boolean => {
    const block = grid.block();
    const record = block ? grid.record(grid.state().selection?.anchor.row ?? block.top) : undefined;
    if (!block || !record) return false;
    setAsked({ at, block, recordId: record.id });
    return true;
  };
  const onContextMenu = (event: MouseEvent<HTMLDivElement>): void => {
    if (event.defaultPrevented || !(event.target instanceof Element) || event.target.closest(own)) return;
    const cell = event.target.closest('[role="gridcell"]');
    const place = Number(event.target.closest('[data-place]')?.getAttribute('data-place') ?? Number.NaN);
    const col = Number(cell?.getAttribute('aria-colindex') ?? Number.NaN) - 2;
    if (!cell || Number.isNaN(place) || Number.isNaN(col) || !grid.record(place)) return;
    const inGutter = col < 0;
    // Cells that are selected stay so: the menu is about all of them.
    if (!within(grid.block(), place, inGutter ? null : col)) {
      if (inGutter) actions.selectRow(place, false);
      else grid.select(selectOne(place, col), false);
    }
    event.currentTarget.querySelector<HTMLElement>('[role="grid"]')?.focus({ preventScroll: true });
    const { top, bottom } = grid.block() ?? { top: place, bottom: place };
    const record = grid.record(place);
    if (!record || place < top || place > bottom) return;
    event.preventDefault();
    setAsked({
      at: placeOf(event, cell),
      block: grid.block() ?? { top, bottom, left: 0, right: 0 },
      recordId: record.id,
    });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (!asksForMenu(event) || event.defaultPrevented || !(event.target instanceof Element)) return;
    const head = event.target.closest<HTMLElement>('[data-head-menu]');
    if (head) {
      event.preventDefault();
      head.click();
      return;
    }
    const active = event.target.getAttribute('aria-activedescendant');
    const cell = active === null ? null : document.getElementById(active);
    if (cell && ask(placeOf({}, cell))) event.preventDefault();
  };

  const copy = (): void => {
    // The grid answers the browser's own copying, which works on plain HTTP too.
    document.execCommand('copy');
  };
  const items = ({ block, recordId }: Asked): readonly MenuEntry[] => {
    const count = block.bottom - block.top + 1;
    const { rights } = table;
    const canEdit = rights.canEditRecords && !rights.isReadOnly;
    const ticked = grid
      .rows()
      .loadedIds(block.top, block.bottom)
      .every((id) => grid.list().isChecked(id));
    return [
      ...(count === 1
        ? [
            {
              id: 'open',
              label: t('tools.cells.open'),
              icon: IconArrowsDiagonal,
              keys: 'space',
              onSelect: () => actions.expand(recordId),
            },
            { id: 'd0', divider: true as const },
          ]
        : []),
      { id: 'copy', label: t('tools.cells.copy'), icon: IconCopy, keys: 'mod+c', onSelect: copy },
      ...(canEdit && count > 1
        ? [
            {
              id: 'fill',
              label: t('tools.cells.fill'),
              icon: IconArrowDown,
              keys: 'mod+d',
              onSelect: () => void actions.run({ do: 'fillDown' }),
            },
          ]
        : []),
      ...(canEdit
        ? [
            {
              id: 'clear',
              label: t('tools.cells.clear'),
              icon: IconX,
              keys: 'delete',
              onSelect: () => void actions.run({ do: 'clear' }),
            },
          ]
        : []),
      { id: 'd1', divider: true },
      {
        id: 'check',
        label: t('tools.cells.check', { count }),
        icon: IconCheckbox,
        keys: 'shift+space',
        checked: ticked,
        onSelect: () => void actions.run({ do: 'selectRow' }),
      },
      ...entriesOf(recordId, { label: t('tools.cells.delete', { count }), run: actions.removeSelected }).filter(
        // What is done with one record is not offered for several.
        (entry) => count === 1 || ['d', 'delete'].includes(entry.id),
      ),
    ];
  };
  return (
    <div style={{ display: 'contents' }} onContextMenu={onContextMenu} onKeyDown={onKeyDown}>
      {children}
      {asked && (
        <ContextMenu at={asked.at} label={t('tools.cells.menu')} items={items(asked)} onClose={() => setAsked(null)} />
      )}
    </div>
  );
};
