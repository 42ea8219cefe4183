// The Dockerfile without Docker: its steps in fresh folders, then Pitlane as in a container.
import { spawnSync } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { findNodeBinary } from '../bootstrap.mjs';
import { root } from '../steps.mjs';
import { makeMachine } from './confined.mjs';
import { logIn, recordFirstLead } from './dealer.mjs';
import { readDockerfile, readDockerignore, readEnvLine } from './dockerfile.mjs';
import { freePort, inFolder } from './program.mjs';

const needless = /\.test\.tsx?$|^(e2e|bench|structure|docs|web|scripts)\/|^server\/src\/testing\//;

/** @typedef {{ machine: ReturnType<typeof makeMachine>, env: Record<string, string>, cwd: string, words: Record<string, string> }} Image */

export function holdImage() {
  return inFolder(async (folder) => {
    const image = buildImage(folder);
    checkContent(join(image.machine.srv, basename(image.cwd)));
    await tryOut(image);
  });
}

function buildImage(folder) {
  const isSeen = readDockerignore(readFileSync(join(root, '.dockerignore'), 'utf8'));
  const images = new Map();
  for (const { name, steps } of readDockerfile(readFileSync(join(root, 'Dockerfile'), 'utf8'))) {
    const machine = makeMachine(join(folder, name));
    /** @type {Image} */
    const image = { machine, env: {}, cwd: '/srv', words: {} };
    images.set(name, image);
    for (const { word, rest } of steps) {
      if (word === 'ENV') Object.assign(image.env, readEnvLine(rest));
      else if (word === 'WORKDIR') {
        image.cwd = rest;
        mkdirSync(inMachine(image, rest), { recursive: true });
      } else if (word === 'RUN') machine.build(rest, image.cwd, image.env);
      else if (word === 'COPY') copy(rest, image, images, isSeen);
      else image.words[word] = rest;
    }
  }
  const last = images.get('last');
  if (!last) throw new Error('The Dockerfile has no last stage');
  return last;
}

function copy(rest, image, images, isSeen) {
  const words = rest.split(/\s+/);
  const [, from] = /^--from=(.+)/.exec(words[0] ?? '') ?? [];
  const [to = '', ...sources] = words.slice(from ? 1 : 0).reverse();
  const target = inMachine(image, join(image.cwd, to));
  for (const source of sources) {
    const other = from && images.get(from);
    const path = other ? inMachine(other, source) : join(root, source);
    if (!existsSync(path) || !(other || isSeen(source)))
      throw new Error(`COPY ${rest}: ${source} is not there`);
    const isFile = statSync(path).isFile();
    cpSync(path, isFile && to.endsWith('/') ? join(target, basename(source)) : target, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (each) =>
        other !== undefined || isFile || statSync(each).isDirectory() || isSeen(relative(root, each)),
    });
  }
}

/** @param {string} path below /srv. */
function inMachine({ machine }, path) {
  if (!path.startsWith('/srv/')) throw new Error(`${path} is not below /srv`);
  return join(machine.srv, path.slice('/srv/'.length));
}

function checkContent(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(folder, path)).isFile(),
  );
  const ours = files.filter((path) => !path.startsWith('node_modules/'));
  const extra = ours.find((path) => needless.test(path));
  if (extra) throw new Error(`${extra} is in the image`);
  if (!ours.includes('dist/web/index.html')) throw new Error('The web app is not in the image');
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const isDev = (path) => packages[path]?.dev === true;
  const dev = Object.keys(packages).find((path) => isDev(path) && existsSync(join(folder, path)));
  if (dev) throw new Error(`${dev} is in the image, which only developers need`);
  const kilobytes = spawnSync('du', ['-sk', folder], { encoding: 'utf8' }).stdout;
  console.log(
    `The image holds ${Math.round(Number.parseInt(kilobytes, 10) / 1024)} MB besides Debian and Node`,
  );
}

async function tryOut({ machine, env, cwd, words }) {
  const writable = env.DATA_DIR ?? '';
  const data = join(machine.srv, '..', 'var-lib', basename(writable));
  if (statSync(data).uid !== machine.uid) throw new Error(`${writable} does not belong to the ordinary user`);
  chownSync(join(data, '..'), 0, 0);
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const all = { ...env, HOST: '127.0.0.1', PORT: String(port) };
  const command = JSON.parse(words.CMD ?? '');
  const [, probe = ''] = /CMD (\[.*\])$/.exec(words.HEALTHCHECK ?? '') ?? [];
  const isHealthy = () =>
    spawnSync(findNodeBinary(), JSON.parse(probe).slice(1), { env: { PORT: String(port) } }).status === 0;

  if (isHealthy()) throw new Error('The health check finds a Pitlane that does not run');
  const first = machine.start(command, { cwd, env: all, writable });
  try {
    const link = await first.printed(/http:\/\/localhost:\d+\/setup\/\S+/);
    if (!isHealthy()) throw new Error('The health check does not find Pitlane');
    await recordFirstLead(origin, link);
    await stopInOrder(first);
  } finally {
    first.kill();
  }
  const copied = readdirSync(data).find((name) => name.startsWith('postgresql-'));
  if (copied) throw new Error('PostgreSQL was copied into the data folder: its libraries are not linked');
  const second = machine.start(command, { cwd, env: all, writable });
  try {
    await second.printed(/Pitlane is ready/);
    await logIn(origin);
    await stopInOrder(second);
  } finally {
    second.kill();
  }
}

async function stopInOrder(program) {
  const code = await program.stop('SIGTERM');
  if (code !== 0 || /\bwarn|deprecat|error/i.test(program.output()))
    throw new Error(`It ended with ${code}:\n${program.output()}`);
}
