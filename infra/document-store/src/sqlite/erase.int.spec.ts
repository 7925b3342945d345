import { eraseContract } from '../testing/erase.contract.ts';
import { openInMemoryAdapter, openSqliteAdapter } from '../testing/sqlite-adapter.ts';

eraseContract('SQLite', openSqliteAdapter);
eraseContract('SQLite, from columns in memory', openInMemoryAdapter);
