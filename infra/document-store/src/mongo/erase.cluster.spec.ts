import { eraseContract } from '../testing/erase.contract.ts';
import { mongoAdapter } from '../testing/mongo-adapter.ts';
import { mongoServer } from '../testing/mongo-server.ts';

eraseContract('MongoDB', mongoAdapter(mongoServer()));
