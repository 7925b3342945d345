import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import { startS3, type Engine, type S3Address } from '@tessera/engines/testing';
import { newId } from '@tessera/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openS3Files } from './file-store-s3.ts';
import { filesContract } from './testing/files.contract.ts';

let s3: Engine & S3Address;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.stop());

const clientOf = () =>
  new S3Client({
    endpoint: s3.endpoint,
    region: s3.region,
    forcePathStyle: true,
    credentials: { accessKeyId: s3.accessKey, secretAccessKey: s3.secretKey },
  });
const open = (bucket = 'tessera', keys: Partial<S3Address> = {}) => openS3Files({ ...s3, ...keys, bucket });

filesContract('an S3-compatible store', async () => {
  const files = await open();
  const client = clientOf();
  return {
    files,
    kept: async (organizationId) => {
      const { Contents = [] } = await client.send(
        new ListObjectsV2Command({ Bucket: 'tessera', Prefix: `${organizationId}/` }),
      );
      const { Uploads = [] } = await client.send(
        new ListMultipartUploadsCommand({ Bucket: 'tessera', Prefix: `${organizationId}/` }),
      );
      return [...Contents, ...Uploads].map(({ Key = '' }) => Key);
    },
    stop: async () => {
      files.close();
      client.destroy();
    },
  };
});

describe('files in S3', () => {
  it('uses a bucket that is there, whoever of several processes made it', async () => {
    const all = await Promise.all([open('shared'), open('shared'), open('shared')]);
    const organization = newId();
    await all[0]?.write(
      organization,
      'h1',
      (async function* () {
        yield Buffer.from('x');
      })(),
      9,
    );
    await all[1]?.delete(organization, 'h1');
    await expect(all[2]?.read(organization, 'h1')).rejects.toMatchObject({ code: 'file.not_found' });
    for (const files of all) files.close();
  });

  it('removes what a killed process left of an upload a day ago, and nothing younger', async () => {
    const client = clientOf();
    const Bucket = 'abandoned';
    (await open(Bucket)).close();
    await client.send(new CreateMultipartUploadCommand({ Bucket, Key: `${newId()}/h1` }));
    const uploads = async () => (await client.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads ?? [];
    (await open(Bucket)).close();
    expect(await uploads()).toHaveLength(1);
    (await openS3Files({ ...s3, bucket: Bucket }, { abandonedAfterMs: -60_000 })).close();
    expect(await uploads()).toHaveLength(0);
    client.destroy();
  });

  it('does not start with keys that the store refuses', async () => {
    await expect(open('tessera', { secretKey: 'wrong' })).rejects.toThrow(/^The file store \(S3\) refuses/);
  });

  it('says that the store is away while it is, and goes on when it is back', async () => {
    const files = await open();
    const organization = newId();
    const one = async function* () {
      yield Buffer.from('x');
    };
    await s3.kill();
    await expect(files.ready()).rejects.toMatchObject({ kind: 'unavailable', code: 'files.unavailable' });
    await expect(files.write(organization, 'h1', one(), 9)).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'files.unavailable',
    });
    await expect(files.read(organization, 'h1')).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'files.unavailable',
    });
    await s3.start();
    await expect
      .poll(
        () =>
          files.ready().then(
            () => 'ready',
            () => 'away',
          ),
        { timeout: 20_000 },
      )
      .toBe('ready');
    expect(await files.write(organization, 'h1', one(), 9)).toMatchObject({ size: 1 });
    await s3.pause();
    await expect(files.ready()).rejects.toMatchObject({ kind: 'unavailable' });
    await s3.resume();
    files.close();
  });
});
