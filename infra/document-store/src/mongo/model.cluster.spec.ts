import { modelContract } from '../testing/model.contract.ts';
import { mongoAdapter } from '../testing/mongo-adapter.ts';
import { mongoServer } from '../testing/mongo-server.ts';

modelContract('MongoDB', mongoAdapter(mongoServer()), { transactions: false });
