import { afterEach, beforeEach, expect, it } from 'vitest';
import { FaultHarness } from '#server/testing/fault-harness.ts';
import { freePort } from '#server/testing/free-port.ts';
import { startAsNpm, untilSmall, workHard } from '#server/testing/memory.ts';

let harness: FaultHarness;
beforeEach(async () => {
  harness = await FaultHarness.make();
});
afterEach(() => harness.clear());

it.runIf(process.platform === 'linux')(
  'memory is given back after the sample dealer, and after pictures and exports of it (F15.9)',
  { timeout: 600_000 },
  async () => {
    const port = String(await freePort());
    const env = { PORT: port, DATA_DIR: harness.path('data') };
    const { program, server } = await startAsNpm(env, '--demo');
    await untilSmall(server);
    const person = { email: 'superadmin@pitlane.test', password: 'pitlane-demo' };
    await workHard(`http://127.0.0.1:${port}/api/employeeApp`, person);
    await untilSmall(server);
    expect(await program.end('SIGTERM')).toBe(0);
  },
);
