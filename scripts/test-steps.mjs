/** @typedef {import('./steps.mjs').Step} Step */

// More checkers at once do some of the work twice.
const tsc = ['node_modules/typescript/bin/tsc', '-b', '--checkers', '1'];
const biome = 'node_modules/@biomejs/biome/bin/biome';

/** @type {Step} Needed by all after it that opens a browser. */
export const build = { name: 'build of the web app', args: ['scripts/build.mjs'] };

/** @type {Step[]} They need nothing running and may go side by side. */
export const quickSteps = [
  { name: 'types', args: tsc },
  { name: 'lint and format', args: [biome, 'ci', '--error-on-warnings', '--colors=off'] },
  vitest('unit', { name: 'structure and unit' }),
];

/** Makes the step that runs a project's tests. @param {string} project of vitest.config.ts. */
export function vitest(project, { name = project, env, filters = [] } = {}) {
  return {
    name,
    env,
    report: 'vitest',
    args: ['node_modules/vitest/vitest.mjs', 'run', '--project', project, ...filters],
  };
}

/** @type {Step} Through the embedded database's socket. */
export const apiEmbedded = vitest('api', {
  name: 'api on the embedded database',
  env: { TEST_DATABASE_URL: undefined },
});

const connecting = ['db/', 'setup/', 'events/', 'record/leads.api', 'lead-agreement', 'mail/'];

/** @type {Step} All on `TEST_DATABASE_URL` if set, else those of `connecting` on a temporary database. */
export const apiTcp = process.env.TEST_DATABASE_URL
  ? vitest('api', { name: 'api on TEST_DATABASE_URL' })
  : onTcpPostgres(vitest('api', { name: 'api on a database over TCP', filters: connecting }));

function onTcpPostgres(step) {
  return { ...step, args: ['server/src/testing/on-tcp-postgres.ts', ...step.args] };
}

/** @returns {Step} which makes the data folder that `playwright` copies. */
export function sampleDealer(folder) {
  return { name: 'sample dealer for the browser', args: ['e2e/support/global-setup.ts', folder] };
}

/**
 * @param {string[]} [filters] parts of spec files' names.
 * @param {string} [dealer] folder of `sampleDealer`; without it the step makes its own.
 */
export function playwright(filters = [], dealer = undefined) {
  return {
    name: 'browser',
    report: 'playwright',
    // Playwright colours what its workers say, and Node warns of both variables.
    env: { PITLANE_E2E_TEMPLATE: dealer, NO_COLOR: undefined },
    args: ['node_modules/@playwright/test/cli.js', 'test', ...filters],
  };
}
