import { afterEach, beforeEach, expect, it } from 'vitest';
import { FaultHarness, setUpDealerByLink } from '#server/testing/fault-harness.ts';
import { freePort } from '#server/testing/free-port.ts';
import { isLongRun } from '#server/testing/long-run.ts';
import { startAsNpm, untilSmall, workHard } from '#server/testing/memory.ts';

const person = { email: 'rokeya@padma.test', password: 'a long way to Khulna' };

let harness: FaultHarness;
beforeEach(async () => {
  harness = await FaultHarness.make();
});
afterEach(() => harness.clear());

// With the sample dealer: `npm run hold -- memory`.
it.runIf(isLongRun && process.platform === 'linux')(
  'memory is given back after large pictures and exports (F15.9)',
  async () => {
    const port = String(await freePort());
    const { program, server } = await startAsNpm({ PORT: port, DATA_DIR: await harness.prepare('data') });
    const api = `http://127.0.0.1:${port}/api/employeeApp`;
    await setUpDealerByLink(program, api, person);
    await workHard(api, person);
    await untilSmall(server);
    expect(await program.end('SIGTERM')).toBe(0);
  },
);
