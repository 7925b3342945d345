import { everyVariant } from '@tessera/kernel/testing';
import { queriesContract } from '../testing/queries.contract.ts';
import { mongoAdapter } from '../testing/mongo-adapter.ts';
import { mongoServer } from '../testing/mongo-server.ts';

queriesContract(
  'MongoDB',
  mongoAdapter(mongoServer()),
  everyVariant ? { seeds: 15, cases: 100 } : { seeds: 6, cases: 60 },
);
