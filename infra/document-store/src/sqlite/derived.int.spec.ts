import { derivedContract } from '../testing/derived.contract.ts';
import { openInMemoryAdapter, openSqliteAdapter } from '../testing/sqlite-adapter.ts';

derivedContract('SQLite', openSqliteAdapter);
derivedContract('columns in memory', openInMemoryAdapter);
