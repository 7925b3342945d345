import type { Direction, Step } from './selection.ts';

export type KeyPress = {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly isComposing?: boolean;
};

/** What a key means while a cell is selected and nothing is edited. */
export type GridCommand =
  | { readonly do: 'move'; readonly direction: Direction; readonly step: Step; readonly extend: boolean }
  | { readonly do: 'corner'; readonly end: boolean; readonly extend: boolean }
  | { readonly do: 'tab'; readonly back: boolean }
  | { readonly do: 'edit' }
  /** The key itself goes into the editor that opens empty. */
  | { readonly do: 'type' }
  | { readonly do: 'toggleOrExpand' }
  | {
      readonly do:
        | 'clear'
        | 'deleteRecords'
        | 'selectAll'
        | 'selectRow'
        | 'fillDown'
        | 'undo'
        | 'redo'
        | 'escape'
        | 'menu'
        | 'newRecord';
    };

const arrows: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

const printable = (press: KeyPress): boolean => {
  if (press.isComposing === true || press.key === 'Process' || press.key === 'Dead' || press.key === 'Unidentified')
    return true;
  return [...press.key].length === 1 && press.key !== ' ';
};

/** The command of a key, or null when the browser should do what it does (copy, paste, find, zoom ...). */
export const gridCommand = (press: KeyPress, mac: boolean): GridCommand | null => {
  const mod = mac ? press.metaKey : press.ctrlKey;
  const otherMod = mac ? press.ctrlKey : press.metaKey;
  const extend = press.shiftKey;
  const direction = arrows[press.key];
  if (direction !== undefined)
    return press.altKey || otherMod ? null : { do: 'move', direction, step: mod ? 'edge' : 'cell', extend };

  // AltGr arrives as Ctrl+Alt on Windows; what it types is text.
  if (press.ctrlKey && press.altKey && printable(press)) return { do: 'type' };
  if (press.altKey || otherMod) return null;

  const lower = press.key.toLowerCase();
  if (mod) {
    if (lower === 'z') return { do: press.shiftKey ? 'redo' : 'undo' };
    if (press.key === 'Home' || press.key === 'End') return { do: 'corner', end: press.key === 'End', extend };
    if (press.key === 'Backspace' || press.key === 'Delete') return { do: 'deleteRecords' };
    if (press.shiftKey) return press.key === 'Enter' ? { do: 'newRecord' } : null;
    if (lower === 'y') return { do: 'redo' };
    if (lower === 'a') return { do: 'selectAll' };
    if (lower === 'd') return { do: 'fillDown' };
    return null;
  }

  switch (press.key) {
    case 'Home':
      return { do: 'move', direction: 'left', step: 'edge', extend };
    case 'End':
      return { do: 'move', direction: 'right', step: 'edge', extend };
    case 'PageUp':
      return { do: 'move', direction: 'up', step: 'page', extend };
    case 'PageDown':
      return { do: 'move', direction: 'down', step: 'page', extend };
    case 'Tab':
      return { do: 'tab', back: press.shiftKey };
    case 'Enter':
      return press.shiftKey ? { do: 'move', direction: 'up', step: 'cell', extend: false } : { do: 'edit' };
    case 'F2':
      return { do: 'edit' };
    case 'F10':
      return press.shiftKey ? { do: 'menu' } : null;
    case 'ContextMenu':
      return { do: 'menu' };
    case 'Escape':
      return { do: 'escape' };
    case 'Delete':
    case 'Backspace':
      return { do: 'clear' };
    case ' ':
      return press.shiftKey ? { do: 'selectRow' } : { do: 'toggleOrExpand' };
    default:
      return printable(press) ? { do: 'type' } : null;
  }
};

/** What a key means inside a cell's editor: how to leave it. `long` editors take Enter with Alt or Shift as a line. */
export type EditorCommand =
  { readonly do: 'commit'; readonly go: 'down' | 'up' | 'right' | 'left' | 'stay' } | { readonly do: 'cancel' } | null;

export const editorCommand = (press: KeyPress, long: boolean): EditorCommand => {
  if (press.isComposing === true) return null;
  if (press.key === 'Escape') return { do: 'cancel' };
  if (press.key === 'Tab') return { do: 'commit', go: press.shiftKey ? 'left' : 'right' };
  if (press.key === 'Enter') {
    if (long && (press.altKey || press.shiftKey)) return null;
    return { do: 'commit', go: press.shiftKey ? 'up' : press.ctrlKey || press.metaKey ? 'stay' : 'down' };
  }
  return null;
};
