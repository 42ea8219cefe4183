import { afterEach, beforeEach, expect, it } from 'vitest';
import { FaultHarness } from '#server/testing/fault-harness.ts';
import { freePort } from '#server/testing/free-port.ts';
import {
  holdsLittleAMinuteAfter,
  logIn,
  stallUploads,
  startAsNpm,
  workHard,
} from '#server/testing/memory.ts';

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
    const lines = [await holdsLittleAMinuteAfter('the sample dealer', server)];
    const person = { email: 'superadmin@pitlane.test', password: 'pitlane-demo' };
    const api = `http://127.0.0.1:${port}/api/employeeApp`;
    await workHard(api, person);
    lines.push(await holdsLittleAMinuteAfter('pictures and exports', server));
    for (const pieceBytes of [65_536, 12_000]) {
      await stallUploads(Number(port), pieceBytes);
      lines.push(
        await holdsLittleAMinuteAfter(`strangers' uploads in pieces of ${pieceBytes} bytes`, server),
      );
      await stallUploads(Number(port), pieceBytes, await logIn(api, person));
      lines.push(await holdsLittleAMinuteAfter(`an employee's in pieces of ${pieceBytes} bytes`, server));
    }
    console.log(`✓ ${lines.join('; ')}`);
    expect(await program.end('SIGTERM')).toBe(0);
  },
);
