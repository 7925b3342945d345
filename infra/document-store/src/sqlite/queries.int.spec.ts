import { queriesContract } from '../testing/queries.contract.ts';
import { openInMemoryAdapter, openMixedAdapter, openSqliteAdapter } from '../testing/sqlite-adapter.ts';

queriesContract('SQLite', openSqliteAdapter, { seeds: 6, cases: 250 });
queriesContract('SQLite with columns in memory', openInMemoryAdapter, { seeds: 6, cases: 250 });
queriesContract('SQLite with texts in the search index alone', openMixedAdapter, { seeds: 6, cases: 250 });
