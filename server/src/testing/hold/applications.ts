import { until } from '#server/testing/fault-harness.ts';
import type { Program } from '#server/testing/program.ts';
import { type Machine, type Machines, readEnvFile } from './machines.ts';

export const appMachines: readonly Machine[] = [21, 22, 23];
const nginxMachine: Machine = 30;

export class ApplicationMachines {
  readonly #machines: Machines;
  readonly #smtpUrl: string;
  readonly #pitlanes = new Map<Machine, Program>();
  #first = '';

  constructor(machines: Machines, smtpUrl: string) {
    this.#machines = machines;
    this.#smtpUrl = smtpUrl;
  }

  get origin(): string {
    return `http://${this.#machines.address(nginxMachine)}:8080`;
  }

  originOf(machine: Machine): string {
    return `http://${this.#machines.address(machine)}:3000`;
  }

  databaseUrl(machine: Machine): string {
    return `postgres://pitlane:change-me-5@${this.#machines.address(machine)}:5432/pitlane`;
  }

  async start(): Promise<void> {
    for (const machine of appMachines) await this.#startHaproxy(machine);
    for (const machine of appMachines) await this.startPitlane(machine);
    await this.#startNginx();
    await until('nginx answers', async () => isReady(this.origin));
  }

  async startPitlane(machine: Machine): Promise<void> {
    const example = await this.#machines.example('cluster/pitlane.env', [
      ['HOST=10.0.0.21', `HOST=10.0.0.${machine}`],
      // On one machine every connection comes from there.
      ['TRUST_PROXY=10.0.0.30', 'TRUST_PROXY=127.0.0.0/8'],
      [/@127\.0\.0\.1:/g, `@${this.#machines.address(machine)}:`],
      [/SMTP_URL=.*/g, `SMTP_URL=${this.#smtpUrl}`],
    ]);
    const env = { ...readEnvFile(example), DATA_DIR: await this.#machines.folder(`pitlane-${machine}`) };
    const pitlane = this.#machines.start(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', 'server/src/main.ts'],
      env,
    );
    this.#pitlanes.set(machine, pitlane);
    await pitlane.printed(/ready at/);
    this.#first ||= pitlane.output;
  }

  async killPitlane(machine: Machine): Promise<void> {
    await this.#pitlanes.get(machine)?.end('SIGKILL');
  }

  isReady(machine: Machine): Promise<boolean> {
    return isReady(this.originOf(machine));
  }

  get logs(): string {
    return [...this.#pitlanes.values()].map(({ output, errors }) => output + errors).join('\n');
  }

  async #startHaproxy(machine: Machine): Promise<void> {
    const example = await this.#machines.example('cluster/haproxy.cfg', [
      [/^ {4}(log \/dev\/log|chroot|user|group|log global).*\n/gm, ''],
      [/bind 127\.0\.0\.1:/g, `bind ${this.#machines.address(machine)}:`],
    ]);
    const file = await this.#machines.write(`haproxy-${machine}.cfg`, example);
    this.#machines.start('haproxy', ['-db', '-f', file]);
  }

  async #startNginx(): Promise<void> {
    const address = this.#machines.address(nginxMachine);
    const servers = appMachines.map((machine) => `server ${this.#machines.address(machine)}:3000;`);
    const folder = await this.#machines.folder('nginx');
    const example = await this.#machines.example('nginx/pitlane.conf', [
      ['server 127.0.0.1:3000;', servers.join('\n    ')],
      [/listen 80;/g, `listen ${address}:8081;`],
      // `npm run hold -- nginx` tries TLS.
      [/listen 443 ssl http2;/g, `listen ${address}:8080;`],
      [/ *ssl_.*\n/g, ''],
      [/ *listen \[::\].*\n/g, ''],
      ['/var/log/nginx', folder],
    ]);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join('\n');
    const file = await this.#machines.write(
      'nginx.conf',
      `pid ${folder}/nginx.pid; daemon off; error_log stderr; events {}\nhttp { access_log off;\n${temporary}\n${example}\n}\n`,
    );
    this.#machines.start('nginx', ['-e', 'stderr', '-c', file]);
  }
}

async function isReady(origin: string): Promise<boolean> {
  const answer = await fetch(`${origin}/health/ready`).catch(() => undefined);
  return answer?.status === 200;
}
