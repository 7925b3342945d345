import { expect, it } from 'vitest';
import type { Outcome } from './command.ts';
import { packCommand, packOutcomes, unpackCommands, unpackOutcomes, type WireCommand } from './protocol.ts';

it('commands arrive as they were sent', () => {
  const commands: WireCommand[] = [
    { n: 1, service: 'lists', type: 'add', payload: '{"a":1}', actor: 7, meta: { origin: 'api' } },
    {
      n: 2,
      service: 'lists',
      type: 'add',
      payload: new Uint8Array([1, 2]),
      actor: 7,
      meta: { origin: 'import', operationId: 'op', runAutomations: false, request: { ip: '::1' } },
    },
  ];
  const flat: (string | number | Uint8Array)[] = [];
  for (const command of commands) packCommand(flat, command);
  expect(unpackCommands(flat)).toEqual(commands);
});

it('outcomes arrive as they were sent', () => {
  const outcomes: Outcome[] = [
    { n: 1, answer: '{"a":"\\u0000"}', commitId: 'lists.1.4', position: 4 },
    { n: 2, answer: 'null' },
    { n: 3, answer: '1', commitId: 'lists.1.2', position: 2, repeated: true },
    { n: 6, answer: 'text', plain: true },
    { n: 7, answer: '[]', plain: true, commitId: 'lists.1.2', position: 2, repeated: true },
    { n: 4, rejection: { kind: 'conflict', code: 'claim.taken', message: 'taken', details: { taken: [1] } } },
    { n: 5, fault: 'a defect' },
  ];
  expect(unpackOutcomes(packOutcomes(outcomes))).toEqual(outcomes);
});
