import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';

const root = new URL('../../../', import.meta.url);

/** Reads the version of Pitlane from its package. */
export async function readVersion(): Promise<string> {
  const manifest = await readFile(new URL('package.json', root), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(manifest)).version;
}

/** Reads the commit of the checkout; null where there is none. */
export async function readCommit(): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)('git', ['rev-parse', '--short=9', 'HEAD'], {
      cwd: fileURLToPath(root),
      timeout: 5_000,
    });
    return stdout.trim();
  } catch {
    return null;
  }
}
