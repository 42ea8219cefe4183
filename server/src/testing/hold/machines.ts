import { randomInt } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isRoot, ordinaryUsers } from '#server/testing/fault-harness.ts';
import { Program } from '#server/testing/program.ts';

const deploy = fileURLToPath(new URL('../../../../deploy/', import.meta.url));

export type Machine = number;

export class Machines {
  readonly #folder: string;
  readonly #network: string;

  private constructor(folder: string) {
    this.#folder = folder;
    this.#network = `127.${randomInt(1, 255)}.${randomInt(1, 255)}`;
  }

  static async make(): Promise<Machines> {
    const folder = await mkdtemp(join(tmpdir(), 'pitlane-machines-'));
    await chmod(folder, 0o755);
    return new Machines(folder);
  }

  address(machine: Machine): string {
    return `${this.#network}.${machine}`;
  }

  path(...names: string[]): string {
    return join(this.#folder, ...names);
  }

  async folder(...names: string[]): Promise<string> {
    const path = this.path(...names);
    await mkdir(path, { recursive: true, mode: 0o700 });
    if (isRoot) await chown(path, ordinaryUsers.named.uid, ordinaryUsers.named.gid);
    return path;
  }

  async example(name: string, changes: readonly (readonly [string | RegExp, string])[]): Promise<string> {
    let text = await readFile(join(deploy, name), 'utf8');
    for (const [from, to] of changes) {
      if (text.split(from).length === 1) throw new Error(`deploy/${name} has no ${from}`);
      text = text.replaceAll(from, to);
    }
    return text.replaceAll('10.0.0.', `${this.#network}.`);
  }

  async write(name: string, text: string): Promise<string> {
    const path = this.path(name);
    await writeFile(path, text);
    return path;
  }

  start(command: string, args: string[], env: Record<string, string> = {}): Program {
    return new Program(args, { command, env, ...(isRoot && ordinaryUsers.named) });
  }

  async clear(): Promise<void> {
    await Program.endAll();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

export function readEnvFile(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => /^\w+=/.test(line));
  return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
}
