// Runs the steps of `npm test` and `npm run check` on the host's Node before anything is installed: no dependencies here.
import { spawn } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants as fsConstants,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { constants, freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { environment } from './run-server.mjs';

/** The folder of this checkout, with a slash at its end. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {{ name: string, ms: number, isSecondTry: boolean }} Test
 * @typedef {{ name: string, args: string[], env?: Record<string, string | undefined>, report?: 'vitest' | 'playwright' }} Step
 *   `args` follow the pinned Node's binary; a step with no `report` counts as one test.
 */

const longestStep = 30 * 60_000;

const slowestShown = 5;

const keptByTools =
  /^(node-compile-cache|pitlane-files-.*|playwright-transform-cache-.*|\.org\.chromium\.Chromium\..*)$/;

/** A run of steps, with a folder of its own, which it removes at its end with all that they left running. */
export class Run {
  #node;
  #label = `pitlane-test-${process.pid}-${Date.now()}`;
  #children = new Set();
  #ended = false;
  #finished = false;
  /** @type {Counts} */
  counts = { passed: 0, failed: 0, skipped: 0 };
  /** @type {Test[]} */
  #tests = [];

  /** @param {() => string} node finds the Node binary that runs the steps, once there is one. */
  constructor(node) {
    this.#node = node;
    this.folder = mkdtempSync(join(temporaryFolder(), 'pitlane-'));
    // A database that runs as another user must pass through it.
    chmodSync(this.folder, 0o711);
    process.once('exit', () => this.#end());
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.once(signal, () => process.exit(128 + constants.signals[signal]));
    }
  }

  /**
   * Prints one line, and below it the step's output if it failed. A warning of Node fails it: in use it would fill the log.
   *
   * @param {Step} step
   * @returns {Promise<boolean>} whether it passed.
   */
  async step({ name, args, env = {}, report }) {
    const began = Date.now();
    const label = name.replace(/\W+/g, '-');
    const reportFile = join(this.folder, `report-${label}.json`);
    const warningsFile = join(this.folder, `warnings-${label}.txt`);
    const { code, output } = await this.#spawn([...args, ...reporterArgs(report, reportFile)], {
      ...env,
      PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile,
      // Node of the step and of all that it starts.
      NODE_REDIRECT_WARNINGS: warningsFile,
    });
    const warnings = readIfThere(warningsFile);
    const { counts, tests } = readReport(report, reportFile, warnings ? code || 1 : code);
    this.#add(counts);
    this.#tests.push(...tests);
    const skipped = counts.skipped ? `, ${counts.skipped} skipped` : '';
    const counted = report ? `, ${countLine(counts)}${skipped}` : '';
    console.log(`${counts.failed ? '✗' : '✓'} ${name} (${seconds(Date.now() - began)}${counted})`);
    if (counts.failed) console.log(`${output.trim()}\n`);
    if (warnings) console.log(`Node warned, which fails the step:\n${warnings.trim()}\n`);
    for (const file of [reportFile, warningsFile]) rmSync(file, { force: true });
    return counts.failed === 0;
  }

  checkNothingLeft() {
    const processes = this.#leftProcesses();
    for (const { pid } of processes) endQuietly(pid);
    const files = readdirSync(this.folder).filter((name) => !keptByTools.test(name));
    const left = [...processes.map(({ pid, command }) => `process ${pid}: ${command}`), ...files];
    this.#add({ passed: left.length ? 0 : 1, failed: left.length ? 1 : 0, skipped: 0 });
    console.log(left.length ? `✗ nothing left behind\n${left.join('\n')}\n` : '✓ nothing left behind');
  }

  finish() {
    this.#finished = true;
    const slowest = this.#tests.toSorted((a, b) => b.ms - a.ms).slice(0, slowestShown);
    for (const { name, ms } of slowest) console.log(`slow: ${seconds(ms)} ${name}`);
    for (const { name, isSecondTry } of this.#tests) {
      if (isSecondTry) console.log(`needed a second try: ${name}`);
    }
    const { skipped } = this.counts;
    if (skipped)
      console.log(`${skipped} skipped: left to \`npm test -- --all\`, or impossible on this machine`);
    console.log(countLine(this.counts));
    process.exitCode = this.counts.failed ? 1 : 0;
  }

  /** @param {Counts} counts */
  #add(counts) {
    for (const key of /** @type {const} */ (['passed', 'failed', 'skipped'])) this.counts[key] += counts[key];
  }

  /** @returns {Promise<{ code: number, output: string }>} */
  #spawn(args, env) {
    return new Promise((resolve) => {
      const child = spawn(this.#node(), args, {
        cwd: root,
        detached: process.platform !== 'win32',
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...process.env,
          NODE_COMPILE_CACHE: environment.NODE_COMPILE_CACHE,
          NO_COLOR: '1',
          TMPDIR: this.folder,
          PITLANE_TEST_RUN: this.#label,
          ...env,
        },
      });
      this.#children.add(child);
      let output = '';
      child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
      child.stderr.setEncoding('utf8').on('data', (text) => (output += text));
      let afterExit;
      const limit = setTimeout(() => {
        output += `\nStopped after ${longestStep / 60_000} minutes.`;
        endGroup(child);
      }, longestStep);
      const done = (code) => {
        clearTimeout(limit);
        clearTimeout(afterExit);
        child.stdout.destroy();
        child.stderr.destroy();
        this.#children.delete(child);
        endGroup(child);
        resolve({ code: code ?? 1, output });
      };
      child.once('error', (error) => {
        output += String(error);
        done(1);
      });
      // A process that it left may hold its output open; checkNothingLeft names it.
      child.once('exit', (code) => {
        afterExit = setTimeout(done, 2000, code);
      });
      child.once('close', done);
    });
  }

  #leftProcesses() {
    if (process.platform !== 'linux') return [];
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
      .map((pid) => ({
        pid: Number(pid),
        command: readProc(pid, 'cmdline'),
        environment: readProc(pid, 'environ'),
      }))
      .filter(
        ({ command, environment }) =>
          command && (environment.includes(this.#label) || command.includes(this.folder)),
      );
  }

  #end() {
    if (this.#ended) return;
    this.#ended = true;
    for (const child of this.#children) endGroup(child);
    for (const { pid } of this.#leftProcesses()) endQuietly(pid);
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
    if (!this.#finished) console.log(countLine({ ...this.counts, failed: this.counts.failed + 1 }));
  }
}

const inMemory = { folder: '/dev/shm', leastRoom: 4 * 2 ** 30, leastMemory: 8 * 2 ** 30 };

/** @returns {string} `TMPDIR` if it is set. */
function temporaryFolder() {
  const { folder, leastRoom, leastMemory } = inMemory;
  if (process.platform !== 'linux' || process.env.TMPDIR) return tmpdir();
  try {
    accessSync(folder, fsConstants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
    const options = mounts.findLast((line) => line.split(' ')[1] === folder)?.split(' ')[3] ?? '';
    const memory = process.availableMemory?.() ?? freemem();
    const isRoomy = bavail * bsize >= leastRoom && memory >= leastMemory;
    // Data folders hold PostgreSQL's programs.
    return isRoomy && !options.split(',').includes('noexec') ? folder : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** @param {Counts} counts @returns {string} such as `12 passed, 0 failed`. */
function countLine({ passed, failed }) {
  return `${passed} passed, ${failed} failed`;
}

function reporterArgs(report, file) {
  if (report === 'vitest') return ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  return report === 'playwright' ? ['--reporter=list,json'] : [];
}

/**
 * A step that fails without naming a failed test (a crash, a set-up that throws) counts as one failure.
 * @returns {{ counts: Counts, tests: Test[] }}
 */
function readReport(report, file, code) {
  const failure = code === 0 ? 0 : 1;
  if (!report) return { counts: { passed: 1 - failure, failed: failure, skipped: 0 }, tests: [] };
  let result;
  try {
    result = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { counts: { passed: 0, failed: 1, skipped: 0 }, tests: [] };
  }
  const { counts, tests } = report === 'vitest' ? readVitest(result) : readPlaywright(result);
  return { counts: { ...counts, failed: Math.max(counts.failed, failure) }, tests };
}

function readVitest({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) {
  return {
    counts: { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests },
    tests: testResults.flatMap(({ assertionResults }) =>
      assertionResults.map(({ fullName, duration }) => ({
        name: fullName,
        ms: duration ?? 0,
        isSecondTry: false,
      })),
    ),
  };
}

function readPlaywright({ stats, suites }) {
  return {
    counts: { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped },
    tests: suites.flatMap((suite) => readSuite(suite, suite.title)),
  };
}

function readSuite({ specs, suites = [] }, name) {
  return [
    ...specs.flatMap(({ title, tests }) =>
      tests.map(({ status, results }) => ({
        name: `${name} › ${title}`,
        ms: results.reduce((sum, { duration }) => sum + duration, 0),
        isSecondTry: status === 'flaky',
      })),
    ),
    ...suites.flatMap((suite) => readSuite(suite, `${name} › ${suite.title}`)),
  ];
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}

function readProc(pid, file) {
  return readIfThere(`/proc/${pid}/${file}`).replaceAll('\0', ' ').trim();
}

function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function endGroup(child) {
  if (child.pid === undefined) return;
  if (process.platform === 'win32') child.kill('SIGKILL');
  else endQuietly(-child.pid);
}

function endQuietly(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
