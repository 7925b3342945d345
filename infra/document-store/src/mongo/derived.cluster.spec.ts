import { derivedContract } from '../testing/derived.contract.ts';
import { mongoAdapter } from '../testing/mongo-adapter.ts';
import { mongoServer } from '../testing/mongo-server.ts';

derivedContract('MongoDB', mongoAdapter(mongoServer()));
