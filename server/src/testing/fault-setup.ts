import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    preparedFolder: string;
  }
}

/** Names the data folder that the first fault test which needs one prepares for all. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'pitlane-prepared-'));
  await chmod(folder, 0o755);
  project.provide('preparedFolder', join(folder, 'data'));
  return () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
