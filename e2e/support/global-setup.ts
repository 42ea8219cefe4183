import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { templateVariable } from './demo.ts';
import { Server } from './server.ts';

/** Makes the demo once, for workers to copy its data folder; or takes the folder named in the environment. */
async function makeDemo(): Promise<(() => Promise<void>) | undefined> {
  if (!existsSync(join(import.meta.dirname, '../../dist/web/index.html')))
    throw new Error('The web app is not built: npm run build');
  if (process.env[templateVariable]) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'pitlane-template-'));
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    const server = await Server.start({ DATA_DIR: folder }, ['--demo']);
    await server.stop();
  } catch (error) {
    await remove();
    throw error;
  }
  process.env[templateVariable] = folder;
  return remove;
}

export default makeDemo;
