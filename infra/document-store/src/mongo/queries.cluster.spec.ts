import { everyVariant } from '@tessera/kernel/testing';
import { fairContract } from '../testing/fair.contract.ts';
import { queriesContract } from '../testing/queries.contract.ts';
import { mongoAdapter } from '../testing/mongo-adapter.ts';
import { mongoServer } from '../testing/mongo-server.ts';

const server = mongoServer();
queriesContract('MongoDB', mongoAdapter(server), everyVariant ? { seeds: 15, cases: 100 } : { seeds: 1, cases: 60 });
// How many scans end while one page is read varies with the load: see infra/verification/unsteady.md.
if (everyVariant) fairContract('MongoDB', mongoAdapter(server), 20_000);
