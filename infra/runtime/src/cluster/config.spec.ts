import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readClusterConfig } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'tessera-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const least = {
  TESSERA_MODE: 'cluster',
  TESSERA_MONGO_URL: 'mongodb://mongo',
  TESSERA_KAFKA_BROKERS: 'kafka:9092',
  TESSERA_REDIS_URL: 'redis://redis',
  TESSERA_NATS_URL: 'nats://nats',
  TESSERA_S3_ENDPOINT: 'http://s3:7070',
  TESSERA_S3_ACCESS_KEY: 'a',
  TESSERA_S3_SECRET_KEY: 'b',
  TESSERA_KEY: 'k'.repeat(32),
  TESSERA_PEERS: 'auth=auth:9090,tables=tables:9090',
};
const pem = (what: string): string => `-----BEGIN ${what}-----\nAAAA\n-----END ${what}-----\n`;
const tls = {
  TESSERA_TLS_CERT: file('tls.crt', pem('CERTIFICATE')),
  TESSERA_TLS_KEY: file('tls.key', pem('PRIVATE KEY')),
  TESSERA_TLS_CA: file('ca.crt', pem('CERTIFICATE')),
};

describe('the configuration of a process of the cluster', () => {
  it('has calls between services in the clear where no certificate is named, and what the files hold where all three are', () => {
    expect(readClusterConfig(least)).toMatchObject({
      tls: undefined,
      peers: { auth: 'auth:9090', tables: 'tables:9090' },
    });
    const { cert, key, ca } = readClusterConfig({ ...least, ...tls }).tls!;
    expect([cert, key, ca].map(String)).toEqual([pem('CERTIFICATE'), pem('PRIVATE KEY'), pem('CERTIFICATE')]);
  });
  it.each([
    ['TESSERA_TLS_CERT, TESSERA_TLS_KEY, TESSERA_TLS_CA: each needs the others', { ...tls, TESSERA_TLS_KEY: '' }],
    ['TESSERA_TLS_CA: /nowhere/ca.crt cannot be read (ENOENT)', { ...tls, TESSERA_TLS_CA: '/nowhere/ca.crt' }],
    ['TESSERA_PEERS: 10.0.0.1:9090 must be a name', { ...tls, TESSERA_PEERS: 'auth=10.0.0.1:9090' }],
    ['TESSERA_HTTP_PEERS: 10.0.0.1:8443 must be a name', { ...tls, TESSERA_HTTP_PEERS: 'auth=10.0.0.1:8443' }],
    ['is not PEM', { ...tls, TESSERA_TLS_CERT: file('no.crt', 'text') }],
    ['TESSERA_TLS_CERTIFICATE', { TESSERA_TLS_CERTIFICATE: 'x' }],
    ['TESSERA_KAFKA_USERNAME', { TESSERA_KAFKA_USERNAME: 'x' }],
    ['TESSERA_KEY', { TESSERA_KEY: 'short' }],
    ['three keys at most', { TESSERA_KEY: `${'a'.repeat(32)},short` }],
    ['three keys at most', { TESSERA_KEY: ['a', 'b', 'c', 'd'].map((one) => one.repeat(32)).join(',') }],
    ['TESSERA_KEY_FILE: /nowhere/key cannot be read (ENOENT)', { TESSERA_KEY: '', TESSERA_KEY_FILE: '/nowhere/key' }],
    ['TESSERA_KEY_FILE: one of them', { TESSERA_KEY_FILE: file('key', 'k'.repeat(40)) }],
    ['is empty', { TESSERA_KEY: '', TESSERA_KEY_FILE: file('empty', '\n') }],
    ['TESSERA_PEERS_FILE', { TESSERA_PEERS_FILE: '/nowhere' }],
    ['TESSERA_NATS_URL: all addresses must', { TESSERA_NATS_URL: 'nats://ana:x@a:1,nats://bo:x@b:1' }],
    ['TESSERA_MONGO_URL: is no address', { TESSERA_MONGO_URL: 'mongodb://ana:a@b/c@mongo' }],
    [
      'TESSERA_MONGO_URL, tlsCAFile: /no/ca cannot',
      { TESSERA_MONGO_URL: 'mongodb://m/?tls=true&tlsCAFile=%2Fno%2Fca' },
    ],
    ['tlsCertificateKeyFile: /no/c cannot', { TESSERA_MONGO_URL: 'mongodb://m/?tlsCertificateKeyFile=/no/c&tls=true' }],
    ['TESSERA_REDIS_URL: is no address', { TESSERA_REDIS_URL: 'rediss://:a/b#c@redis:6380' }],
  ])('refuses: %s', (told, changed) => {
    expect(() => readClusterConfig({ ...least, ...changed })).toThrow(told);
  });

  it('refuses, where TLS is required, each address that would be reached in the clear', () => {
    const encrypted = {
      ...least,
      ...tls,
      TESSERA_TLS_REQUIRED: 'on',
      TESSERA_MONGO_URL: 'mongodb://ana:pw@mongo/?tls=true&w=majority',
      TESSERA_REDIS_URL: 'rediss://redis',
      TESSERA_NATS_URL: 'tls://nats:4222',
      TESSERA_KAFKA_TLS: 'on',
      TESSERA_S3_ENDPOINT: 'https://s3',
    };
    expect(readClusterConfig(encrypted).mongoUrl).toContain('tls=true');
    const plain = ['MONGO_URL', 'REDIS_URL', 'NATS_URL', 'S3_ENDPOINT'].map(
      (name) => `TESSERA_${name}`,
    ) as (keyof typeof least)[];
    for (const name of plain)
      expect(() => readClusterConfig({ ...encrypted, [name]: least[name] })).toThrow(`  ${name}: must be by TLS`);
    expect(() => readClusterConfig({ ...encrypted, TESSERA_KAFKA_TLS: 'off' })).toThrow('  TESSERA_KAFKA_TLS: must');
    expect(() => readClusterConfig({ ...least, TESSERA_TLS_REQUIRED: 'on' })).toThrow(
      'TESSERA_TLS_CERT, TESSERA_MONGO_URL, TESSERA_REDIS_URL, TESSERA_NATS_URL, TESSERA_KAFKA_TLS, TESSERA_S3_ENDPOINT',
    );
    for (const url of ['mongodb://mongo/?tls=false', 'mongodb://mongo/?tls=trueish', 'mongodb://tls=true@mongo'])
      expect(() => readClusterConfig({ ...encrypted, TESSERA_MONGO_URL: url })).toThrow('TESSERA_MONGO_URL: must');
    expect(readClusterConfig({ ...encrypted, TESSERA_MONGO_URL: 'mongodb+srv://mongo' }).tls).toBeDefined();
  });

  it('reads secrets from files, without the newline at their end', () => {
    const names = [
      'TESSERA_MONGO_URL',
      'TESSERA_REDIS_URL',
      'TESSERA_NATS_URL',
      'TESSERA_KAFKA_USERNAME',
      'TESSERA_KAFKA_PASSWORD',
      'TESSERA_S3_ACCESS_KEY',
      'TESSERA_S3_SECRET_KEY',
      'TESSERA_KEY',
      'TESSERA_METRICS_TOKEN',
    ];
    const values: Readonly<Record<string, string>> = {
      ...least,
      TESSERA_NATS_URL: 'tls://ana:pw@nats:4222',
      TESSERA_KAFKA_USERNAME: 'ana',
      TESSERA_KAFKA_PASSWORD: 'a password',
      TESSERA_METRICS_TOKEN: 'm'.repeat(20),
    };
    const inFiles = Object.fromEntries(
      Object.entries(values).map(([name, value]) =>
        names.includes(name) ? [`${name}_FILE`, file(name, `${value}\n`)] : [name, value],
      ),
    );
    expect({ ...readClusterConfig(inFiles), environment: {} }).toEqual({
      ...readClusterConfig(values),
      environment: {},
    });
  });
});
