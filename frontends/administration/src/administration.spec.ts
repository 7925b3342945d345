import { manifestFaults } from '@tessera/kit/manifest';
import { describe, expect, it } from 'vitest';
import { manifest } from './manifest.ts';

describe('the front end administration', () => {
  it('has a manifest that the shell takes, and its entries need the right to what they open', () => {
    expect(manifestFaults(manifest, manifest.kit)).toEqual([]);
    const rights: Readonly<Record<string, string | undefined>> = {
      'my-profile': undefined,
      mute: undefined,
      notifications: undefined,
      organization: 'canViewOrgSettings',
      'public-links': 'isBuilder',
      'history-log': 'canReadHistory',
      roles: 'canManageRoles',
      'sign-in': 'canManageProviders',
      access: 'canManageRoles',
      automations: 'canManageAutomations',
      'automation-log': 'canManageAutomations',
      webhooks: 'canManageAutomations',
      functions: 'canWriteFunctions',
      triggers: 'canWriteFunctions',
      'incoming-webhooks': 'canWriteFunctions',
      plans: 'canManagePlan',
      usage: 'canReadUsage',
      privacy: 'isAdmin',
    };
    for (const { id, right } of [...manifest.menu, ...manifest.commands, ...(manifest.extensions ?? [])])
      expect(right).toBe(id in rights ? rights[id] : 'canManageTokens');
  });
  it('says everything in three languages', async () => {
    const [en, pt, es] = await Promise.all(
      (['en', 'pt', 'es'] as const).map(async (language) => (await manifest.messages[language]()).messages),
    );
    for (const other of [pt, es]) expect(Object.keys(other!)).toEqual(Object.keys(en!));
  });
});
