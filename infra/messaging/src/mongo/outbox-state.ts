import { updateEach } from '@tessera/event-store/mongo';
import type { Collection, Db } from 'mongodb';
import type { OutboxOffset, OutboxState } from '../kafka/outbox.ts';

type Offset = { _id: string; position: number; epoch: number; token: number };
const duplicateKey = 11_000;

/** The outbox's offsets in the database of the service whose log it follows, one document an organization. */
export const openMongoOutboxState = (db: Db): OutboxState => {
  const offsets: Collection<Offset> = db.collection('outbox_offsets', {
    writeConcern: { w: 'majority', journal: true },
  });
  return {
    load: async () => {
      const all = new Map<string, OutboxOffset>();
      for await (const { _id, position, epoch } of offsets.find({}, { maxTimeMS: 30_000 }))
        all.set(_id, { position, epoch });
      return all;
    },
    sent: async (organizationIds) => {
      const found = await offsets
        .find({ _id: { $in: [...organizationIds] } }, { projection: { position: 1 }, maxTimeMS: 5_000 })
        .toArray();
      return new Map(found.map(({ _id, position }) => [_id, position]));
    },
    advance: async (reached, token) => {
      if (reached.size === 0) return true;
      try {
        await updateEach(
          offsets,
          [...reached].map(([organizationId, { position, epoch }]) => ({
            q: { _id: organizationId, token: { $lte: token } },
            u: { $set: { position, epoch, token } },
            upsert: true,
          })),
        );
        return true;
      } catch (error) {
        if ((error as { code?: number }).code === duplicateKey) return false;
        throw error;
      }
    },
  };
};
