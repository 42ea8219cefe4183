import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';
import type { Pool } from 'pg';
import type { ReadFrom } from '#server/db/replica/replica.ts';

const requestSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const statementSeconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5, 10];
// Milliseconds between two looks at the event loop, and after the last reading of the metrics for which it is looked at: a process
// whose metrics nobody reads is not woken fifty times a second.
const lookEvery = 20;
const looksFor = 5 * 60_000;

/** The metrics of this process. */
export type Metrics = {
  registry: Registry;
  countRequest(endpoint: string, status: number, seconds: number): void;
  countStatement(milliseconds: number): void;
  countReplicaRead(from: ReadFrom): void;
  watchPool(name: string, pool: Pool): void;
  close(): void;
};

/** Makes the metrics of this process, and begins to measure it. */
export function openMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Histogram({
    name: 'pitlane_request_duration_seconds',
    help: 'Requests by endpoint and status, until the last byte; live streams are not counted',
    labelNames: ['endpoint', 'status'],
    buckets: requestSeconds,
    registers,
  });
  const statements = new Histogram({
    name: 'pitlane_statement_duration_seconds',
    help: 'Statements to the database',
    buckets: statementSeconds,
    registers,
  });
  const replicaReads = new Counter({
    name: 'pitlane_replica_reads_total',
    help: 'Reads that the replica may answer, by who did: replica or leader',
    labelNames: ['from'],
    registers,
  });
  const pools = new Map<string, Pool>();
  new Gauge({
    name: 'pitlane_pool_connections',
    help: 'Connections to the database, and callers that wait for one',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of pools) {
        this.set({ pool, state: 'in use' }, totalCount - idleCount);
        this.set({ pool, state: 'idle' }, idleCount);
        this.set({ pool, state: 'waiting' }, waitingCount);
      }
    },
  });
  const stopWatching = watchProcess(registers);
  return {
    registry,
    countRequest: (endpoint, status, seconds) => requests.observe({ endpoint, status }, seconds),
    countStatement: (milliseconds) => statements.observe(milliseconds / 1_000),
    countReplicaRead: (from) => replicaReads.inc({ from }),
    watchPool: (name, pool) => void pools.set(name, pool),
    close: stopWatching,
  };
}

function watchProcess(registers: Registry[]): () => void {
  const delays = monitorEventLoopDelay({ resolution: lookEvery });
  let ending: NodeJS.Timeout | undefined;
  new Gauge({
    name: 'pitlane_event_loop_delay_seconds',
    help: 'How late the process was with its work since it was last asked, at most five minutes ago',
    labelNames: ['quantile'],
    registers,
    collect() {
      // Measured times include the time between two looks.
      const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - lookEvery / 1e3) || 0;
      this.set({ quantile: '0.5' }, late(delays.percentile(50)));
      this.set({ quantile: '0.99' }, late(delays.percentile(99)));
      this.set({ quantile: '1' }, late(delays.max));
      delays.reset();
      delays.enable();
      clearTimeout(ending);
      ending = setTimeout(() => delays.disable(), looksFor).unref();
    },
  });
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'CPU time that the process has used',
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });
  const { memoryUsage } = process;
  const readings = {
    process_start_time_seconds: ['When the process started', () => performance.timeOrigin / 1e3],
    process_resident_memory_bytes: ['Memory of the process', () => memoryUsage.rss()],
    nodejs_heap_size_used_bytes: ['Memory that its objects use', () => memoryUsage().heapUsed],
  } as const;
  for (const [name, [help, read]] of Object.entries(readings)) {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  }
  return () => {
    clearTimeout(ending);
    delays.disable();
  };
}
