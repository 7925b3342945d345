import { everyVariant } from '@tessera/kernel/testing';
import { fairContract } from '../testing/fair.contract.ts';
import { queriesContract } from '../testing/queries.contract.ts';
import { openInMemoryAdapter, openMixedAdapter, openSqliteAdapter } from '../testing/sqlite-adapter.ts';

// One seed of each state of the indexes.
const size = everyVariant ? { seeds: 12, cases: 250 } : { seeds: 1, cases: 150 };
queriesContract('SQLite', openSqliteAdapter, size);
queriesContract('SQLite with columns in memory', openInMemoryAdapter, size);
queriesContract('SQLite with texts in the search index alone', openMixedAdapter, size);
fairContract('SQLite', openSqliteAdapter, 60_000);
