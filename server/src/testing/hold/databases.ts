import pg from 'pg';
import { listPostgresProcesses } from '#server/db/embedded/processes.ts';
import { until } from '#server/testing/fault-harness.ts';
import type { Program } from '#server/testing/program.ts';
import { type Machine, type Machines, readEnvFile } from './machines.ts';

const databaseMachines: readonly Machine[] = [11, 12, 13];
const superuserPassword = 'change-me-2';

type Member = { name: string; role: string; state: string; timeline?: number; lag?: number | 'unknown' };

export class DatabaseMachines {
  readonly #machines: Machines;
  readonly #etcd = new Map<Machine, Program>();
  readonly #patroni = new Map<Machine, Program>();

  constructor(machines: Machines) {
    this.#machines = machines;
  }

  async start(): Promise<void> {
    for (const machine of databaseMachines) await this.startEtcd(machine);
    for (const machine of databaseMachines) await this.startPatroni(machine);
    await this.untilWhole();
    const client = new pg.Client({
      host: this.#machines.address(await this.leader()),
      user: 'postgres',
      password: superuserPassword,
      database: 'postgres',
    });
    await client.connect();
    await client.query("create role pitlane login password 'change-me-5'");
    await client.query('create database pitlane owner pitlane template template0');
    await client.end();
  }

  async startEtcd(machine: Machine): Promise<void> {
    const example = await this.#machines.example('cluster/etcd.env', [
      ['ETCD_NAME=db1', `ETCD_NAME=${nameOf(machine)}`],
      [/^(ETCD_(?!INITIAL_CLUSTER)\w+=http:\/\/10\.0\.0\.)11/gm, `$1${machine}`],
    ]);
    const folder = await this.#machines.folder(`etcd-${machine}`);
    const env = { ...readEnvFile(example), ETCD_DATA_DIR: folder, ETCD_LOGGER: 'zap' };
    this.#etcd.set(machine, this.#machines.start('etcd', [], env));
  }

  async startPatroni(machine: Machine): Promise<void> {
    const own = /((?:listen|connect_address): 10\.0\.0\.)11/g;
    const example = await this.#machines.example('cluster/patroni.yml', [
      ['name: db1', `name: ${nameOf(machine)}`],
      [own, `$1${machine}`],
      [/10\.0\.0\.0\/24/g, '127.0.0.0/8'],
      ['/var/lib/postgresql/15/pitlane', this.#dataFolder(machine)],
      ['/var/lib/postgresql/', `${await this.#machines.folder(`db-${machine}`)}/`],
      ['/var/run/postgresql', await this.#machines.folder(`db-${machine}`, 'run')],
    ]);
    const file = await this.#machines.write(`patroni-${machine}.yml`, example);
    this.#patroni.set(machine, this.#machines.start('patroni', [file], { PYTHONUNBUFFERED: '1' }));
  }

  async killPatroni(machine: Machine): Promise<void> {
    await this.signalPatroni(machine, 'SIGKILL');
    await this.#patroni.get(machine)?.ended;
    this.#patroni.delete(machine);
  }

  async signalPatroni(machine: Machine, signal: NodeJS.Signals): Promise<void> {
    send(this.#patroni.get(machine)?.pid, signal);
    for (const pid of await listPostgresProcesses(this.#dataFolder(machine)).catch(() => []))
      send(pid, signal);
  }

  async switchOver(): Promise<void> {
    const leader = await this.leader();
    const answer = await fetch(`http://${this.#machines.address(leader)}:8008/switchover`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa('patroni:change-me-1')}` },
      body: JSON.stringify({ leader: nameOf(leader) }),
    });
    if (!answer.ok) throw new Error(`No switchover: ${answer.status} ${await answer.text()}`);
  }

  async killEtcd(machine: Machine): Promise<void> {
    await this.#etcd.get(machine)?.end('SIGKILL');
  }

  async leader(): Promise<Machine> {
    const leader = (await this.members()).find(({ role }) => role === 'leader');
    const machine = databaseMachines.find((one) => nameOf(one) === leader?.name);
    if (!machine) throw new Error(`No database leads:\n${this.#logs()}`);
    return machine;
  }

  async replicas(): Promise<{ synchronous: Machine; other: Machine }> {
    const members = await this.members();
    const find = (role: string) =>
      databaseMachines.find((machine) =>
        members.some((member) => member.role === role && member.name === nameOf(machine)),
      );
    const [synchronous, other] = [find('sync_standby'), find('replica')];
    if (!synchronous || !other) throw new Error(`A replica is missing: ${JSON.stringify(members)}`);
    return { synchronous, other };
  }

  async members(): Promise<Member[]> {
    for (const machine of databaseMachines) {
      const answer = await fetch(`http://${this.#machines.address(machine)}:8008/cluster`).catch(
        () => undefined,
      );
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
    }
    return [];
  }

  async untilWhole(): Promise<void> {
    try {
      await until('three databases work together', async () => {
        const members = await this.members();
        const roles = members.map(({ role }) => role).sort();
        const isStreaming = members.every(
          ({ state, lag }) => ['running', 'streaming'].includes(state) && (lag ?? 0) === 0,
        );
        return roles.join() === 'leader,replica,sync_standby' && isStreaming;
      });
    } catch (error) {
      throw new Error(`${JSON.stringify(await this.members())}\n${this.#logs()}`, { cause: error });
    }
  }

  async etcdLeader(): Promise<Machine> {
    for (const machine of databaseMachines) {
      const status = await this.#etcdStatus(machine);
      if (status && status.leader === status.header.member_id) return machine;
    }
    throw new Error('No etcd leads');
  }

  async untilEtcdWhole(): Promise<void> {
    await until('three etcd members agree', async () => {
      const all = await Promise.all(databaseMachines.map((machine) => this.#etcdStatus(machine)));
      const leaders = new Set(all.map((status) => status?.leader ?? '0'));
      return leaders.size === 1 && !leaders.has('0');
    });
  }

  async stop(): Promise<void> {
    for (const machine of databaseMachines) await this.signalPatroni(machine, 'SIGCONT');
    await Promise.all([...this.#patroni.values()].map((program) => program.end('SIGTERM')));
    this.#patroni.clear();
    for (const machine of databaseMachines) await this.signalPatroni(machine, 'SIGKILL');
    await Promise.all([...this.#etcd.values()].map((program) => program.end('SIGTERM')));
  }

  async #etcdStatus(machine: Machine) {
    const url = `http://${this.#machines.address(machine)}:2379/v3/maintenance/status`;
    const answer = await fetch(url, { method: 'POST', body: '{}' }).catch(() => undefined);
    if (!answer?.ok) return undefined;
    return (await answer.json()) as { leader?: string; header: { member_id: string } };
  }

  #dataFolder(machine: Machine): string {
    return this.#machines.path(`db-${machine}`, '15', 'pitlane');
  }

  #logs(): string {
    const last = ({ errors, output }: Program) => `${output}${errors}`.split('\n').slice(-30).join('\n');
    return [...this.#patroni].map(([machine, program]) => `${nameOf(machine)}:\n${last(program)}`).join('\n');
  }
}

function nameOf(machine: Machine): string {
  return `db${machine - 10}`;
}

function send(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (pid) process.kill(pid, signal);
  } catch {
    // It has ended already.
  }
}
