import { listsModule } from './service.ts';

export const writeModule = listsModule('lists', 2);
