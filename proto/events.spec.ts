import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { publicEventsOf } from './events.ts';
import type { AuthEvent, AuthPublicEvent } from './gen/tessera/auth/v1/events.ts';
import { ConnectorsEvent, type ConnectorsPublicEvent } from './gen/tessera/connectors/v1/events.ts';
import { TablesEvent, type TablesPublicEvent } from './gen/tessera/tables/v1/events.ts';
import type { ChatEvent, ChatPublicEvent } from './gen/tessera/chat/v1/events.ts';
import type { TasksEvent, TasksPublicEvent } from './gen/tessera/tasks/v1/events.ts';

describe('what a service makes public of its events', () => {
  it('is read by its contract', async () => {
    const decode = await publicEventsOf('tables');
    const event = { $case: 'tableArchived', value: { tableId: 't' } } as const;
    expect(decode('tableArchived', TablesEvent.encode({ event }).finish())).toEqual(event);
  });
  it('leaves out all others', async () => {
    const event = { $case: 'fieldDeleted', value: { tableId: 't', fieldId: 'f', index: 0 } } as const;
    expect((await publicEventsOf('tables'))('fieldDeleted', TablesEvent.encode({ event }).finish())).toBeUndefined();
    const value = { operationId: 'o', chunks: 1, rows: 1, misfits: 0, leftOut: 0 };
    const advanced = ConnectorsEvent.encode({ event: { $case: 'importAdvanced', value } as never }).finish();
    expect((await publicEventsOf('connectors'))('importAdvanced', advanced)).toBeUndefined();
  });
  it('is nothing where the contract says nothing', async () => {
    await expect(publicEventsOf('notifications')).rejects.toThrow('makes no event public');
  });
  it('has each event as the service itself has it', () => {
    type Of<E extends { event?: unknown }> = NonNullable<E['event']>;
    type Within<Public, Whole> = [Public] extends [Whole] ? true : false;
    const within: [
      Within<Of<TablesPublicEvent>, Of<TablesEvent>>,
      Within<Of<ConnectorsPublicEvent>, Of<ConnectorsEvent>>,
      Within<Of<AuthPublicEvent>, Of<AuthEvent>>,
      Within<Of<TasksPublicEvent>, Of<TasksEvent>>,
      Within<Of<ChatPublicEvent>, Of<ChatEvent>>,
    ] = [true, true, true, true, true];
    expect(within).toEqual([true, true, true, true, true]);
  });
  it('stays public: the check against what was released refuses that an event goes', () => {
    const here = fileURLToPath(new URL('.', import.meta.url));
    const copy = mkdtempSync(join(tmpdir(), 'tessera-contracts-'));
    try {
      for (const part of ['tessera', 'buf.yaml', 'released.binpb'])
        cpSync(join(here, part), join(copy, part), { recursive: true });
      const check = (): string => {
        const buf = join(here, '..', 'node_modules', '.bin', 'buf');
        try {
          return execFileSync(buf, ['breaking', '--against', 'released.binpb'], { cwd: copy, encoding: 'utf8' });
        } catch (error) {
          return (error as { readonly stdout: string }).stdout;
        }
      };
      expect(check()).toBe('');
      const file = join(copy, 'tessera/tables/v1/events.proto');
      const text = readFileSync(file, 'utf8');
      const [before, after] = text.split('message TablesPublicEvent {') as [string, string];
      writeFileSync(
        file,
        `${before}message TablesPublicEvent {${after.replace(/ *TableErased table_erased = 9;\n/, '')}`,
      );
      expect(check()).toContain('"table_erased" on message "TablesPublicEvent" was deleted');
      writeFileSync(file, text.replace(/message TablesPublicEvent \{[^]*?\n\}\n/, ''));
      expect(check()).toContain('"TablesPublicEvent" was deleted');
    } finally {
      rmSync(copy, { recursive: true });
    }
  }, 60_000);
});
