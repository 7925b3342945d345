import { queriesContract } from '../testing/queries.contract.ts';
import { openSqliteAdapter } from '../testing/sqlite-adapter.ts';

queriesContract('SQLite', openSqliteAdapter, { seeds: 9, cases: 250 });
