import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runSql, templateVariable } from './demo.ts';
import { Server } from './server.ts';

async function makeDemoOnce(): Promise<(() => Promise<void>) | undefined> {
  if (!existsSync(join(import.meta.dirname, '../../dist/web/index.html')))
    throw new Error('The web app is not built: npm run build');
  if (process.env[templateVariable]) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'pitlane-template-'));
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    await makeDemo(folder);
  } catch (error) {
    await remove();
    throw error;
  }
  process.env[templateVariable] = folder;
  return remove;
}

async function makeDemo(folder: string): Promise<void> {
  const server = await Server.start({ DATA_DIR: folder }, ['--demo']);
  try {
    // Tests book any day and hour: those about rules set them, at centers of their own.
    await runSql(folder, 'delete from booking_rules');
    // Those about messages begin without any.
    await runSql(folder, 'delete from customer_messages');
  } finally {
    await server.stop();
  }
}

// `npm test` makes it beside other tests: it takes one core for most of a minute.
const [, , folder] = process.argv;
if (import.meta.main && folder) await makeDemo(folder);

export default makeDemoOnce;
