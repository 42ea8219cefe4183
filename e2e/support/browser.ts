import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

type Browser = { readonly executablePath: string; readonly env: Record<string, string> };

const names = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser'];
const macPath = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
const unpackedVariable = 'PITLANE_CHROMIUM_FOLDER';

/** The host name by which tests reach this machine as another one of the network would. */
export const lanName = 'pitlane.lan';

/** Arguments of Chromium that let it reach nothing but this machine. */
export const offlineArgs = [
  `--host-resolver-rules=MAP ${lanName} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost`,
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-pings',
  '--font-render-hinting=none',
];

/**
 * Finds a Chrome or Chromium: `CHROMIUM_PATH`, the system's, Playwright's download, else npm's, unpacked into a
 * private temporary folder that this process removes.
 *
 * @throws when there is none.
 */
export async function findBrowser(): Promise<Browser> {
  const found = process.env.CHROMIUM_PATH ?? systemBrowser() ?? downloadedBrowser();
  if (found) return { executablePath: found, env: {} };
  if (process.platform === 'linux' && process.arch === 'x64') return packagedBrowser();
  throw new Error('No Chrome or Chromium found: install one, or set CHROMIUM_PATH to its executable.');
}

function systemBrowser(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return [...folders.flatMap((folder) => names.map((name) => join(folder, name))), macPath].find(
    isExecutable,
  );
}

function downloadedBrowser(): string | undefined {
  const path = chromium.executablePath();
  return path && isExecutable(path) ? path : undefined;
}

async function packagedBrowser(): Promise<Browser> {
  const before = process.env.TMPDIR;
  const folder = process.env[unpackedVariable] ?? mkdtempSync(join(tmpdir(), 'pitlane-chromium-'));
  if (!process.env[unpackedVariable]) {
    process.env[unpackedVariable] = folder;
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  }
  // The package unpacks into the system's temporary folder, where anyone could have placed such a file.
  process.env.TMPDIR = folder;
  try {
    const { default: packaged, inflate } = await import('@sparticuz/chromium');
    const executablePath = await packaged.executablePath();
    const env: Record<string, string> = {};
    if (!existsSync('/etc/fonts/fonts.conf')) env.FONTCONFIG_PATH = join(folder, 'fonts');
    if (spawnSync(executablePath, ['--version']).status !== 0) {
      // A bare container lacks NSS; the package has a copy.
      await inflate(join(import.meta.dirname, '../../node_modules/@sparticuz/chromium/bin/al2023.tar.br'));
      env.LD_LIBRARY_PATH = join(folder, 'al2023', 'lib');
    }
    return { executablePath, env };
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
