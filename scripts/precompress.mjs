// Brotli and gzip copies of built files that shrink, so that the server never compresses them.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const shrinks = /\.(html|js|css|svg|json|txt|webmanifest)$/;
const worthwhile = 1024;

/** Writes compressed copies beside the files that shrink. @param {string} folder of the built web app. */
export async function precompress(folder) {
  const names = await readdir(folder, { recursive: true });
  await Promise.all(
    names.filter((name) => shrinks.test(name)).map((name) => compressFile(join(folder, name))),
  );
}

async function compressFile(file) {
  const bytes = await readFile(file);
  if (bytes.length < worthwhile) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
  await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }));
}
