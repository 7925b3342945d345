import { describe, expect, it } from 'vitest';
import { modalOf, withModal, withoutModal } from './url-modal.ts';

describe('a modal in the address', () => {
  it('keeps what the page holds there', () => {
    const opened = withModal('?view=7&search=a%20b', 'editTask', { id: '42' });
    expect(modalOf(opened)).toEqual({ name: 'editTask', params: { view: '7', search: 'a b', id: '42' } });
    expect(withoutModal(opened)).toBe('?view=7&search=a+b');
  });

  it('takes its parameters along when it closes', () => {
    expect(withoutModal(withModal('', 'invite', { seat: 'viewer', role: '3' }))).toBe('');
  });

  it('replaces the one that was open with all of its parameters', () => {
    const second = withModal(withModal('?view=7', 'editTask', { id: '42' }), 'invite');
    expect(modalOf(second)).toEqual({ name: 'invite', params: { view: '7' } });
  });

  it('opens from a plain link', () => {
    expect(modalOf('?modal=actionBar&cmd=deals')).toEqual({ name: 'actionBar', params: { cmd: 'deals' } });
  });

  it('is absent without a name', () => {
    expect(modalOf('?modal=')).toBeNull();
    expect(modalOf('')).toBeNull();
  });
});
