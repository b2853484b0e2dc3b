import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(?:css|html|js|json|svg|txt|webmanifest|xml)$/;
/**
 * Minimum size, in bytes, of files that are compressed. Compressing smaller files saves next to nothing. The
 * minimum is below the size of a network packet, because a first view requests several files that are smaller
 * than a packet.
 */
const LEAST = 400;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGBLOCK, BROTLI_PARAM_NPOSTFIX, BROTLI_PARAM_NDIRECT } = constants;
/**
 * Brotli settings to try: how distances are coded and how long a block is (RFC 7932, section 4). The content
 * decides which settings give the smallest file, and no library tries several settings. These settings were
 * the best of many for scripts and for texts.
 */
const WAYS: readonly Readonly<Record<number, number>>[] = [
  {},
  { [BROTLI_PARAM_LGBLOCK]: 17, [BROTLI_PARAM_NPOSTFIX]: 1, [BROTLI_PARAM_NDIRECT]: 30 },
  { [BROTLI_PARAM_NPOSTFIX]: 1, [BROTLI_PARAM_NDIRECT]: 12 },
  { [BROTLI_PARAM_NDIRECT]: 6 },
];

/** Compresses the content with each of `WAYS` and returns the smallest result. */
async function smallestBrotli(content: Buffer): Promise<Buffer> {
  const quality = { [BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  const packed = await Promise.all(WAYS.map((way) => toBrotli(content, { params: { ...quality, ...way } })));
  return packed.reduce((least, one) => (one.length < least.length ? one : least));
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < LEAST) return;
  await writeFile(`${file}.br`, await smallestBrotli(content));
  await writeFile(`${file}.gz`, await toGzip(content, { level: constants.Z_BEST_COMPRESSION }));
}

/**
 * Writes a `.br` and a `.gz` file beside each text file of the build. The build compresses each file once, as
 * small as possible, so that no request has to compress it.
 */
export const compressedFiles: Plugin = {
  name: 'compressed-files',
  apply: 'build',
  writeBundle: {
    order: 'post',
    sequential: true,
    async handler({ dir = '' }) {
      const files = await readdir(dir, { recursive: true, withFileTypes: true });
      const texts = files.filter((file) => file.isFile() && TEXT.test(file.name));
      await Promise.all(texts.map((file) => compress(join(file.parentPath, file.name))));
    },
  },
};
