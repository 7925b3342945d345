import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

describe('the configuration', () => {
  it('needs nothing', () => {
    expect(readConfig({ HOME: '/root' })).toMatchObject({
      port: 8080,
      host: undefined,
      baseUrl: undefined,
      rateLimits: true,
      trustedProxies: 0,
      liveSockets: 5000,
      logLevel: 'info',
      development: false,
      billing: false,
    });
    expect(readConfig({}).dataFolder).toMatch(/\/data$/);
  });
  it('reads what is set, and takes an empty value for none', () => {
    expect(
      readConfig({
        PORT: '9000',
        TESSERA_BASE_URL: 'https://a.example/',
        TESSERA_RATE_LIMITS: 'off',
        TESSERA_DATA: '/srv/x',
        TESSERA_HOST: '',
      }),
    ).toMatchObject({
      port: 9000,
      baseUrl: 'https://a.example',
      rateLimits: false,
      dataFolder: '/srv/x',
      host: undefined,
    });
  });
  it.each([
    ['PORT', { PORT: '70000' }],
    ['TESSERA_BASE_URL', { TESSERA_BASE_URL: 'ftp://a.example' }],
    ['TESSERA_RATE_LIMITS', { TESSERA_RATE_LIMITS: 'maybe' }],
    ['TESSERA_METRICS_TOKEN', { TESSERA_METRICS_TOKEN: 'short' }],
    ['TESSERA_RATELIMIT', { TESSERA_RATELIMIT: 'off' }],
  ])('refuses a wrong or unknown %s by name', (name, environment) => {
    expect(() => readConfig(environment)).toThrow(name);
  });
});
