import { afterEach, beforeEach, expect, it } from 'vitest';
import { FaultHarness } from '#server/testing/fault-harness.ts';
import { freePort } from '#server/testing/free-port.ts';
import { logIn, stallUploads, startAsNpm, untilSmall, workHard } from '#server/testing/memory.ts';

let harness: FaultHarness;
beforeEach(async () => {
  harness = await FaultHarness.make();
});
afterEach(() => harness.clear());

it.runIf(process.platform === 'linux')(
  'memory is given back after the sample dealer, pictures and exports of it, and uploads that stall (F52)',
  { timeout: 1_200_000 },
  async () => {
    const port = String(await freePort());
    const env = { PORT: port, DATA_DIR: harness.path('data') };
    const { program, server } = await startAsNpm(env, '--demo');
    await untilSmall(server);
    const person = { email: 'superadmin@pitlane.test', password: 'pitlane-demo' };
    const api = `http://127.0.0.1:${port}/api/employeeApp`;
    await workHard(api, person);
    await untilSmall(server);
    for (const pieceBytes of [65_536, 4_096]) {
      await stallUploads(Number(port), pieceBytes);
      await untilSmall(server);
      await stallUploads(Number(port), pieceBytes, await logIn(api, person));
      await untilSmall(server);
    }
    expect(await program.end('SIGTERM')).toBe(0);
  },
);
