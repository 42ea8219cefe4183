import { pino } from 'pino';
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { StartError } from '#server/lib/errors.ts';

async function main([dataDir = '', packageFolder]: readonly string[]): Promise<void> {
  try {
    const embedded = await startEmbeddedPostgres({ dataDir, packageFolder, log: pino({ level: 'warn' }) });
    process.once('SIGTERM', async () => {
      await embedded.stop();
      process.exit(0);
    });
    console.log(`ready ${JSON.stringify(embedded.connection)}`);
    setInterval(() => undefined, 60_000);
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error);
    process.exit(1);
  }
}

await main(process.argv.slice(2));
