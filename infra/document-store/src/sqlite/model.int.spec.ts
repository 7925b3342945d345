import { modelContract } from '../testing/model.contract.ts';
import { openSqliteAdapter } from '../testing/sqlite-adapter.ts';

modelContract('SQLite', openSqliteAdapter);
