import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearTemporaryFolders } from './temporary-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pitlane-temporary-'));
  vi.stubEnv('TMPDIR', folder);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

async function uploading() {
  const script = `
    const { makeTemporaryFolder } = await import('#server/lib/temporary-folder.ts');
    const { writeFileSync } = await import('node:fs');
    const path = (await makeTemporaryFolder()) + '/file';
    writeFileSync(path, 'Rahim,01712345678');
    console.log(path);
    setInterval(() => {}, 1_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, TMPDIR: folder },
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const path = await new Promise<string>((resolve) =>
    child.stdout.once('data', (said) => resolve(String(said).trim())),
  );
  const kill = () => {
    child.kill('SIGKILL');
    return ended;
  };
  return { path, kill };
}

test('what a killed process had on disk is removed at the next start, what others work on is not (F110)', async () => {
  const [killed, living] = [await uploading(), await uploading()];
  await killed.kill();
  expect(await readFile(killed.path, 'utf8')).toBe('Rahim,01712345678');
  await clearTemporaryFolders();
  await expect(readFile(killed.path)).rejects.toThrow(/ENOENT/);
  expect(await readFile(living.path, 'utf8')).toBe('Rahim,01712345678');
  await living.kill();
  await clearTemporaryFolders();
  expect(await readdir(folder)).toEqual([]);
});
