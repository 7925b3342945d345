import { describe, expect, it } from 'vitest';
import { Body, Header } from '@tessera/proto/commit/v1/commit';
import { CellsChanged } from '@tessera/proto/tables/v1/events';
import { encodeMessage } from './wire.ts';

const header = (more: Partial<Header> = {}): Header => ({
  organizationId: '01m7z1y35ddj7632rnfn3hjekv', branch: 0, epoch: 1, position: 1, time: 1_795_264_810_157, actorKind: 'user', actorId: 'ana', userId: '', origin: 'api',
  operationId: '', correlationId: '', causationId: '', causationDepth: 0, runAutomations: true, idempotencyKey: '', requestHash: new Uint8Array(0), clientTime: 0,
  commandType: '', salt: new Uint8Array(16).fill(7), requestMeta: undefined, ...more,
});

describe('the wire writer', () => {
  it('writes the same bytes as the library', () => {
    for (const text of ['', 'a', 'ü', '😀', 'x'.repeat(63), 'x'.repeat(64), 'é'.repeat(63), 'x'.repeat(127), 'x'.repeat(128), 'x'.repeat(70_000), `${'x'.repeat(62)}ü`, '\ud800']) {
      for (const number of [0, 1, 127, 128, 2 ** 31 - 1, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1]) {
        const message = header({ idempotencyKey: text, position: number, time: -number, branch: Math.min(number, 2 ** 32 - 1), requestMeta: { ip: text, userAgent: 'agent' } });
        expect(Buffer.from(encodeMessage(Header, message))).toEqual(Buffer.from(Header.encode(message).finish()));
      }
    }
  });

  it('writes nested messages of every length', () => {
    for (const size of [0, 1, 100, 120, 127, 128, 16_383, 16_384, 300_000]) {
      const advances = [{ stream: 'record:x', version: 0, ids: ['a', 'b'], versions: [1, 300, 2 ** 40] }];
      const body: Body = { events: [{ type: 'one', payload: new Uint8Array(size).fill(3), advances }, { type: 'two', payload: new Uint8Array(1), advances: [] }], claims: [{ scope: 's', keyHash: new Uint8Array(16), owner: 'o' }], releases: [] };
      expect(Buffer.from(encodeMessage(Body, body))).toEqual(Buffer.from(Body.encode(body).finish()));
    }
  });

  it('writes columns of cells', () => {
    const column = (cells: CellsChanged['before'][number]['cells']) => ({ fieldId: 'f', generation: 1, states: new Uint8Array([0, 1, 2]), cells });
    const message: CellsChanged = {
      tableId: 't', schemaVersion: 3, recordIds: ['a'], versions: [2],
      before: [column({ $case: 'text', value: { values: ['x', '', 'ß'] } }), column({ $case: 'boolean', value: { values: [true, false] } })],
      after: [column({ $case: 'date', value: { values: [-1, 0, 20_000] } }), column({ $case: 'instant', value: { values: [-5, 1_795_264_810_157] } }), column({ $case: 'options', value: { values: [{ ids: ['a', 'b'] }, { ids: [] }] } })],
    };
    expect(Buffer.from(encodeMessage(CellsChanged, message))).toEqual(Buffer.from(CellsChanged.encode(message).finish()));
  });

  it('is clean again after a message that could not be encoded', () => {
    expect(() => encodeMessage(Header, header({ salt: undefined as unknown as Uint8Array }))).toThrow();
    expect(Header.decode(encodeMessage(Header, header()))).toEqual(header());
  });
});
