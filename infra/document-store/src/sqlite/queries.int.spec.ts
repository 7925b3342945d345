import { queriesContract } from '../testing/queries.contract.ts';
import { openInMemoryAdapter, openSqliteAdapter } from '../testing/sqlite-adapter.ts';

queriesContract('SQLite', openSqliteAdapter, { seeds: 6, cases: 250 });
queriesContract('SQLite with columns in memory', openInMemoryAdapter, { seeds: 6, cases: 250 });
