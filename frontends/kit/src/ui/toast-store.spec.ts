import { afterEach, describe, expect, it } from 'vitest';
import { dismissToast, shownToast, toast, toastDuration } from './toast-store.ts';

afterEach(() => {
  for (let shown = shownToast(); shown; shown = shownToast()) dismissToast(shown.id);
});

describe('toasts', () => {
  it('show one at a time, the newest', () => {
    toast({ message: 'one' });
    toast({ message: 'two' });
    expect(shownToast()?.message).toBe('two');
    dismissToast(shownToast()?.id ?? 0);
    expect(shownToast()).toBeNull();
  });

  it('bring an unread error back after what came meanwhile', () => {
    toast({ message: 'broken', kind: 'error' });
    const note = toast({ message: 'saved' });
    expect(shownToast()?.message).toBe('saved');
    dismissToast(note);
    expect(shownToast()?.message).toBe('broken');
  });

  it('stay 3 s, 10 s with Undo, and as long as nobody reads them when something failed', () => {
    expect(toastDuration({ message: 'x' })).toBe(3000);
    expect(toastDuration({ message: 'x', undo: () => undefined })).toBe(10_000);
    expect(toastDuration({ message: 'x', duration: 5000 })).toBe(5000);
    expect(toastDuration({ message: 'x', kind: 'error' })).toBeNull();
  });
});
