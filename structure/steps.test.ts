import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

function runStep(program: string) {
  const runner = `
    import { Run } from './scripts/steps.mjs';
    const run = new Run(() => process.execPath);
    await run.step({ name: 'step', args: ['-e', ${JSON.stringify(program)}] });
    run.checkNothingLeft();
    run.finish();`;
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', runner], {
    cwd: root,
    encoding: 'utf8',
  });
  return { status, stdout };
}

const warn = "process.emitWarning('eleven listeners')";
const nested = `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(warn)}])`;

it.each([warn, nested])('a step fails when Node warns in it, or in what it starts: %s (F51)', (program) => {
  const { status, stdout } = runStep(program);
  expect(stdout).toMatch(/Node warned.*\n.*Warning: eleven listeners/);
  expect(stdout.trim()).toMatch(/1 passed, 1 failed$/);
  expect(status).toBe(1);
});

it('a step without a warning passes, whatever it prints', () => {
  const { status, stdout } = runStep("console.error('(node:1) Warning: of a test')");
  expect(stdout.trim()).toMatch(/2 passed, 0 failed$/);
  expect(status).toBe(0);
});
