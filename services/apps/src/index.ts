import type { ServiceDefinition } from '@tessera/runtime';
import { compose } from './compose.ts';
import { bucket as recents } from './home/http.ts';
import { erasePreferences } from './preferences/erase.ts';
import { bucket as preferences } from './preferences/http.ts';

export const apps: ServiceDefinition = {
  name: 'apps',
  keeps: [recents, preferences],
  erase: erasePreferences,
  compose,
};
