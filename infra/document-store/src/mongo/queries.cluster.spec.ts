import { queriesContract } from '../testing/queries.contract.ts';
import { mongoAdapter } from '../testing/mongo-adapter.ts';
import { mongoServer } from '../testing/mongo-server.ts';

queriesContract('MongoDB', mongoAdapter(mongoServer()), { seeds: 15, cases: 100 });
