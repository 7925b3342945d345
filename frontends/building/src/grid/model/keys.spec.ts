import { describe, expect, it } from 'vitest';
import { editorCommand, gridCommand, type KeyPress } from './keys.ts';

const press = (spelled: string): KeyPress => {
  const parts = spelled.split('+');
  const key = parts.pop() ?? '';
  return {
    key: key === 'Space' ? ' ' : key,
    ctrlKey: parts.includes('Ctrl'),
    metaKey: parts.includes('Meta'),
    shiftKey: parts.includes('Shift'),
    altKey: parts.includes('Alt'),
  };
};
const command = (spelled: string, mac = false) => gridCommand(press(spelled), mac);

describe('keys in the grid', () => {
  it('moves, extends and jumps', () => {
    expect(command('ArrowDown')).toEqual({ do: 'move', direction: 'down', step: 'cell', extend: false });
    expect(command('Ctrl+Shift+ArrowRight')).toEqual({ do: 'move', direction: 'right', step: 'edge', extend: true });
    expect(command('PageUp')).toEqual({ do: 'move', direction: 'up', step: 'page', extend: false });
    expect(command('Home')).toEqual({ do: 'move', direction: 'left', step: 'edge', extend: false });
    expect(command('Ctrl+End')).toEqual({ do: 'corner', end: true, extend: false });
  });

  it('types over a cell with any printable key, composed and dead ones included', () => {
    for (const key of ['a', '7', 'é', '漢', '=', 'Dead', 'Process']) expect(command(key)).toEqual({ do: 'type' });
    expect(command('Shift+A')).toEqual({ do: 'type' });
    expect(command('Ctrl+Alt+@')).toEqual({ do: 'type' });
  });

  it('edits on Enter and F2, clears on Delete, deletes records only with Ctrl', () => {
    expect(command('Enter')).toEqual({ do: 'edit' });
    expect(command('F2')).toEqual({ do: 'edit' });
    expect(command('Delete')).toEqual({ do: 'clear' });
    expect(command('Ctrl+Backspace')).toEqual({ do: 'deleteRecords' });
    expect(command('Meta+Backspace', true)).toEqual({ do: 'deleteRecords' });
  });

  it('keeps Space for toggling and Shift+Space for the row', () => {
    expect(command('Space')).toEqual({ do: 'toggleOrExpand' });
    expect(command('Shift+Space')).toEqual({ do: 'selectRow' });
  });

  it("undoes and redoes with each platform's keys", () => {
    expect(command('Ctrl+z')).toEqual({ do: 'undo' });
    expect(command('Ctrl+Shift+Z')).toEqual({ do: 'redo' });
    expect(command('Ctrl+y')).toEqual({ do: 'redo' });
    expect(command('Meta+z', true)).toEqual({ do: 'undo' });
  });

  it('leaves the browser its own keys', () => {
    for (const key of [
      'Ctrl+c',
      'Ctrl+v',
      'Ctrl+x',
      'Ctrl+f',
      'Ctrl+k',
      'Alt+ArrowLeft',
      'F5',
      'Shift',
      'Control',
      'Ctrl+Shift+I',
    ])
      expect(command(key)).toBeNull();
    expect(command('Ctrl+z', true)).toBeNull();
  });
});

describe('keys in an editor', () => {
  it('commits down, up, right and left, and cancels', () => {
    expect(editorCommand(press('Enter'), false)).toEqual({ do: 'commit', go: 'down' });
    expect(editorCommand(press('Shift+Enter'), false)).toEqual({ do: 'commit', go: 'up' });
    expect(editorCommand(press('Tab'), true)).toEqual({ do: 'commit', go: 'right' });
    expect(editorCommand(press('Shift+Tab'), true)).toEqual({ do: 'commit', go: 'left' });
    expect(editorCommand(press('Escape'), true)).toEqual({ do: 'cancel' });
  });
  it('writes a line in long text with Alt or Shift and Enter', () => {
    expect(editorCommand(press('Alt+Enter'), true)).toBeNull();
    expect(editorCommand(press('Shift+Enter'), true)).toBeNull();
    expect(editorCommand(press('Enter'), true)).toEqual({ do: 'commit', go: 'down' });
  });
  it('never commits in the middle of a composition', () => {
    expect(editorCommand({ ...press('Enter'), isComposing: true }, false)).toBeNull();
  });
});
