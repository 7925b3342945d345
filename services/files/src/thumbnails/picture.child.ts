import { setPriority } from 'node:os';
import sharp from 'sharp';

// Makes a small picture of one: bytes in, bytes of webp out. A process of its own, since decoders of pictures are native
// code that reads what strangers made: it may be killed, and takes nothing with it.

/** The longer side, in px. */
const side = 512;
/** A picture of more is refused by its header, before a pixel is decoded. */
const mostPixels = 100_000_000;

// Reads of others come first.
setPriority(10);
sharp.concurrency(1);
sharp.cache(false);
// Whatever else the library reads: no file refers to another one.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
    'VipsForeignLoadTiffBuffer',
  ],
});

const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
const made = await sharp(Buffer.concat(chunks), { limitInputPixels: mostPixels, failOn: 'error', pages: 1 })
  .autoOrient()
  .resize(side, side, { fit: 'inside', withoutEnlargement: true })
  .webp({ quality: 78, effort: 2 })
  .timeout({ seconds: 10 })
  .toBuffer();
process.stdout.end(made);
