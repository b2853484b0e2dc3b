import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(?:css|html|js|json|svg|txt|webmanifest|xml)$/;
/** Bytes below which packing saves next to nothing. A first view asks for several files that are smaller than a packet. */
const LEAST = 400;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < LEAST) return;
  await writeFile(
    `${file}.br`,
    await toBrotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
  );
  await writeFile(`${file}.gz`, await toGzip(content, { level: constants.Z_BEST_COMPRESSION }));
}

/** Writes `.br` and `.gz` beside each text of the build: compressed once and as small as can be, not per request. */
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
