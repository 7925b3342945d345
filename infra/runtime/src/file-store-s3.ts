import { createHash } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { isRejection } from '@tessera/kernel';
import { diskFull, noSuchFile, placeOf, tooLarge } from './file-store.ts';
import type { FileStore } from './service.ts';
import { rejection } from './refusals.ts';

export type S3Config = {
  /** `http://host:port`, without a bucket. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
};

/** Files in a bucket, one object a file, `<organization>/<handle>`. */
export type S3Files = FileStore & {
  /** Resolves while the bucket answers; throws files.unavailable when it does not. */
  ready(): Promise<void>;
  /** Every file, in no order that matters. */
  list(): AsyncIterable<{ readonly organizationId: string; readonly handle: string; readonly size: number }>;
  close(): void;
};

const mebibyte = 1024 * 1024;
// An upload has at most 10,000 parts, and a part at least 5 MiB.
const partSize = (limit: number): number => Math.max(8 * mebibyte, Math.ceil(limit / 10_000));

const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
const nameOf = (error: unknown): string => (error as { name?: string }).name ?? '';

/** What an operator has to repair says so by name; what the store refuses of a request stays the error that it is. */
const translated = (error: unknown): unknown => {
  if (isRejection(error)) return error;
  const status = statusOf(error);
  if (status === 507 || nameOf(error) === 'XMinioStorageFull' || nameOf(error) === 'InsufficientStorage')
    return diskFull();
  if (status === 401 || status === 403 || nameOf(error) === 'InvalidAccessKeyId')
    return new Error('The file store (S3) refuses the access key, the secret key or their right to the bucket', {
      cause: error,
    });
  if (status === undefined || status >= 500) return rejection('unavailable', 'files.unavailable');
  return error;
};
const fail = (error: unknown): never => {
  throw translated(error);
};

/** Failures of the caller's bytes are the caller's: they must not look like failures of the store. */
const sourceFailure = Symbol('source');
async function* marked(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    throw { [sourceFailure]: error };
  }
}

/**
 * Files in an S3-compatible store; makes the bucket if it is missing, and removes what uploads that were begun a day
 * ago (or `abandonedAfterMs`) and never ended left in it, since a killed process cannot. Memory for one upload is about
 * three parts (8 MiB each, more for limits above 80 GB). Throws files.unavailable when the store does not answer, else
 * what it answered.
 */
export const openS3Files = async (
  config: S3Config,
  options: { readonly abandonedAfterMs?: number } = {},
): Promise<S3Files> => {
  const client = new S3Client({
    endpoint: config.endpoint,
    region: config.region,
    forcePathStyle: true,
    maxAttempts: 3,
    credentials: { accessKeyId: config.accessKey, secretAccessKey: config.secretKey },
    // Checksums of the newer protocol are not understood by every compatible store; callers keep the SHA-256 of the
    // whole.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 3000, socketTimeout: 60_000 },
  });
  const Bucket = config.bucket;
  const ready = async (): Promise<void> => {
    await client
      .send(new HeadBucketCommand({ Bucket }), { abortSignal: AbortSignal.timeout(5000) })
      .catch((error: unknown) => {
        throw nameOf(error) === 'AbortError' || nameOf(error) === 'TimeoutError'
          ? rejection('unavailable', 'files.unavailable')
          : error;
      });
  };
  const ensure = async (): Promise<void> => {
    try {
      await ready();
    } catch (error) {
      if (statusOf(error) !== 404) fail(error);
      await client.send(new CreateBucketCommand({ Bucket })).catch((problem: unknown) => {
        // Another process was faster.
        if (!nameOf(problem).startsWith('BucketAlready')) fail(problem);
      });
    }
  };

  /** At most a thousand at a start, which is more than crashes leave. */
  const removeAbandoned = async (): Promise<void> => {
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }));
    const before = Date.now() - (options.abandonedAfterMs ?? 86_400_000);
    for (const { Key, UploadId, Initiated } of Uploads) {
      if (Initiated !== undefined && Initiated.getTime() <= before)
        await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
    }
  };

  const upload = async (Key: string, bytes: AsyncIterable<Uint8Array>, limit: number) => {
    const digest = createHash('sha256');
    const most = partSize(limit);
    let size = 0;
    let held: Uint8Array[] = [];
    let heldSize = 0;
    let UploadId: string | undefined;
    const parts: { ETag: string | undefined; PartNumber: number }[] = [];
    let sending: Promise<void> = Promise.resolve();

    const take = (): Buffer => {
      const body = Buffer.concat(held, heldSize);
      held = [];
      heldSize = 0;
      return body;
    };
    const sendPart = async (): Promise<void> => {
      const Body = take();
      // One part on its way while the next one fills.
      await sending;
      UploadId ??= (await client.send(new CreateMultipartUploadCommand({ Bucket, Key }))).UploadId;
      const PartNumber = parts.length + 1;
      const part: { ETag: string | undefined; PartNumber: number } = { ETag: undefined, PartNumber };
      parts.push(part);
      sending = client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body })).then(({ ETag }) => {
        part.ETag = ETag;
      });
      // Awaited with the next part; until then its failure must not count as unhandled.
      sending.catch(() => undefined);
    };

    try {
      for await (const chunk of marked(bytes)) {
        size += chunk.length;
        if (size > limit) throw tooLarge(limit);
        digest.update(chunk);
        // A source may use its buffer again.
        held.push(Uint8Array.from(chunk));
        heldSize += chunk.length;
        if (heldSize >= most) await sendPart();
      }
      if (UploadId === undefined) await client.send(new PutObjectCommand({ Bucket, Key, Body: take() }));
      else {
        if (heldSize > 0) await sendPart();
        await sending;
        await client.send(
          new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts: parts } }),
        );
      }
    } catch (error) {
      await sending.catch(() => undefined);
      if (UploadId !== undefined)
        await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => undefined);
      if (typeof error === 'object' && error !== null && sourceFailure in error) throw error[sourceFailure];
      return fail(error);
    }
    return { size, sha256: digest.digest('hex') };
  };

  await ensure();
  // A store without the call, or one that fails it now, still keeps files.
  await removeAbandoned().catch(() => undefined);
  return {
    ready: () => ready().catch(fail),
    async *list() {
      for (let token: string | undefined; ;) {
        const page = await client.send(new ListObjectsV2Command({ Bucket, ContinuationToken: token })).catch(fail);
        for (const { Key = '', Size = 0 } of page.Contents ?? []) {
          const [organizationId = '', handle = ''] = Key.split('/');
          if (handle !== '') yield { organizationId, handle, size: Size };
        }
        if (page.IsTruncated !== true) return;
        token = page.NextContinuationToken;
      }
    },
    close: () => client.destroy(),
    write: async (organizationId, handle, bytes, limit) => upload(placeOf(organizationId, handle), bytes, limit),
    read: async (organizationId, handle, range) => {
      const Range = range === undefined ? undefined : `bytes=${range.start}-${range.end}`;
      const { Body } = await client
        .send(new GetObjectCommand({ Bucket, Key: placeOf(organizationId, handle), Range }))
        .catch((error: unknown) => {
          throw statusOf(error) === 404 ? noSuchFile() : translated(error);
        });
      if (Body === undefined) throw noSuchFile();
      return Body as AsyncIterable<Uint8Array>;
    },
    localPath: (organizationId, handle) => {
      placeOf(organizationId, handle);
      return undefined;
    },
    delete: async (organizationId, handle) => {
      await client
        .send(new DeleteObjectCommand({ Bucket, Key: placeOf(organizationId, handle) }))
        .catch((error: unknown) => {
          if (statusOf(error) !== 404) fail(error);
        });
    },
    deleteAll: async (organizationId) => {
      const Prefix = placeOf(organizationId, 'all').slice(0, -'all'.length);
      for (let deleted = 0; ;) {
        const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix })).catch(fail);
        for (const { Key } of Contents) await client.send(new DeleteObjectCommand({ Bucket, Key })).catch(fail);
        deleted += Contents.length;
        if (Contents.length === 0) return deleted;
      }
    },
  };
};
