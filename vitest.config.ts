import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// More would want more connections than the embedded database takes.
const apiWorkers = Math.min(4, Math.max(2, availableParallelism()));
const longest = 600_000;
const patience = { poll: { timeout: 60_000 } };
const setupFiles = ['server/src/testing/seed.ts'];

export default defineConfig({
  test: {
    // As scripts/run-server.mjs starts the server; any other warning of Node fails a test run.
    execArgv: ['--disable-warning=ExperimentalWarning'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          setupFiles,
          include: ['{bench,contract,server,structure,web}/**/*.test.ts'],
          exclude: ['**/*.api.test.ts', '**/*.fault.test.ts', '**/*.hold.test.ts', '**/node_modules/**'],
          testTimeout: 30_000,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          setupFiles,
          include: ['server/**/*.api.test.ts'],
          globalSetup: ['server/src/testing/global-setup.ts'],
          maxWorkers: apiWorkers,
          // Else each file would load and compile the server anew.
          isolate: false,
          expect: patience,
          testTimeout: longest,
          hookTimeout: longest,
        },
      },
      {
        extends: true,
        test: {
          name: 'fault',
          include: ['server/**/*.fault.test.ts'],
          globalSetup: ['server/src/testing/fault-setup.ts'],
          expect: patience,
          testTimeout: longest,
          hookTimeout: longest,
          fileParallelism: false,
        },
      },
      // Minutes long; `npm run hold` runs them.
      {
        extends: true,
        test: {
          name: 'hold',
          include: ['server/**/*.hold.test.ts'],
          expect: patience,
          testTimeout: longest,
          hookTimeout: longest,
        },
      },
    ],
  },
});
