import { expect, it } from 'vitest';
import { movedTo } from './moved.ts';

it('an address of the specification leads to where its page is now', () => {
  const one = '01m8f8mdjs3y8mqk737hv50zct';
  const moved: Readonly<Record<string, string>> = {
    '/workspaces': '/home',
    '/workspaces/favorite-tabs': '/home/favorites',
    '/home/favorite-tabs': '/home/favorites',
    [`/workspaces/${one}`]: `/home/folders/${one}`,
    [`/home/${one}`]: `/home/folders/${one}`,
    '/home/recovery': '/workspaces/recovery',
    [`/dashboard/${one}/anything`]: `/app/${one}`,
    [`/app-page/${one}`]: `/app/${one}`,
    '/updates': '/for-you',
    '/notifications/all': '/for-you',
    '/for-you/notifications/all': '/for-you',
    '/tricks/api-token': '/automations/api-token',
    '/tricks': '/automations/',
    '/settings': '/settings/my-profile',
    '/settings/': '/settings/my-profile',
    '/settings/whatever/else': '/settings/my-profile',
    '/settings/multi-factor-authentication': '/settings/security',
  };
  for (const [from, to] of Object.entries(moved)) expect([from, movedTo(from)]).toEqual([from, to]);
  for (const nowhere of ['/', '/legacy/x', '/custom-app/1', '/workspaces/recovery', '/dashboard/1', '/settingsx'])
    expect([nowhere, movedTo(nowhere)]).toEqual([nowhere, undefined]);
});

it('no address leads to one that moved', () => {
  for (const path of ['/workspaces', '/updates', '/builder', '/settings', '/home/recovery'])
    expect([path, movedTo(movedTo(path)!)]).toEqual([path, path === '/settings' ? '/settings/my-profile' : undefined]);
});
