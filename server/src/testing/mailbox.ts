import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { accountEmailWriters } from '#server/auth/auth-letters.service.ts';
import { finishMailedAnswer, writeAnswer } from '#server/intake/answers.service.ts';
import { startJobs } from '#server/jobs/job-runner.service.ts';
import { mailJob } from '#server/mail/mail-job.service.ts';
import { type TestApp, testPublicUrl } from './test-app.ts';

const patience = 60_000;

type Received = Email & { receiver: string; link: string; code: string; token: string };

export class PostOffice {
  readonly received: Received[] = [];
  readonly #server: SMTPServer;
  readonly port: number;

  private constructor(server: SMTPServer, port: number) {
    this.#server = server;
    this.port = port;
  }

  static async open({ port = 0, refuse = [] as string[] } = {}): Promise<PostOffice> {
    const server: SMTPServer = new SMTPServer({
      authOptional: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      onRcptTo: ({ address }, _session, done) =>
        done(
          refuse.includes(address)
            ? Object.assign(new Error('No such mailbox'), { responseCode: 550 })
            : null,
        ),
      onData: (stream, session, done) => {
        const receiver = session.envelope.rcptTo.map(({ address }) => address).join();
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', async () => {
          office.received.push(await readMail(Buffer.concat(chunks), receiver));
          done();
        });
      },
    });
    server.on('error', () => undefined);
    server.listen(port, '127.0.0.1');
    await once(server.server, 'listening');
    const bound = server.server.address();
    const office: PostOffice = new PostOffice(server, typeof bound === 'object' && bound ? bound.port : 0);
    return office;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  to(address: string): Received[] {
    return this.received.filter(({ receiver }) => receiver === address);
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}

export class Mailbox {
  readonly #app: TestApp;
  readonly #office: PostOffice;
  readonly #worker: { stop(): Promise<void> };
  readonly #read = new Map<string, number>();

  private constructor(app: TestApp, office: PostOffice, worker: { stop(): Promise<void> }) {
    this.#app = app;
    this.#office = office;
    this.#worker = worker;
  }

  static async open(app: TestApp, registration: 'invited' | 'open' = 'invited'): Promise<Mailbox> {
    const office = await PostOffice.open();
    return new Mailbox(app, office, startTestMail(app, { smtpUrl: office.url, registration }));
  }

  async next(address: string): Promise<Received> {
    await this.settle();
    const read = this.#read.get(address) ?? 0;
    const mail = this.#office.to(address)[read];
    if (!mail) throw new Error(`no mail number ${read + 1} to ${address}`);
    this.#read.set(address, read + 1);
    return mail;
  }

  async count(address: string): Promise<number> {
    await this.settle();
    return this.#office.to(address).length;
  }

  async settle(): Promise<void> {
    await untilMailJobs(this.#app, ({ waiting }) => waiting === 0);
  }

  async close(): Promise<void> {
    await this.#worker.stop();
    await this.#office.close();
  }
}

export function startTestMail(
  app: TestApp,
  env: {
    smtpUrl?: string;
    registration?: 'invited' | 'open';
    dataDir?: string;
    mailFrom?: string;
    smtpInsecure?: boolean;
  },
  say: (line: string) => void = () => undefined,
) {
  const settings = {
    publicUrl: testPublicUrl,
    registration: 'invited' as const,
    mailFrom: 'pitlane@test.example',
    dataDir: 'no-folder-here',
    smtpUrl: undefined,
    smtpInsecure: false,
    ...env,
  };
  const mail = mailJob(
    { ...app.context, env: settings, say },
    { ...accountEmailWriters, enquiryAnswer: writeAnswer },
    { enquiryAnswer: finishMailedAnswer },
  );
  return startJobs(app.context, pino({ level: 'silent' }), [mail]);
}

export async function untilMailJobs(
  app: TestApp,
  isAsWished: (jobs: { waiting: number; dueIn: number }) => boolean,
): Promise<void> {
  const giveUp = performance.now() + patience;
  while (performance.now() < giveUp) {
    const { rows } = await app.pool.query<{ waiting: number; first: Date | null }>(
      "select count(*)::int as waiting, min(run_at) as first from jobs where kind = 'mail'",
    );
    const { waiting = 0, first = null } = rows[0] ?? {};
    const dueIn = ((first?.getTime() ?? 0) - app.clock.now().getTime()) / 1_000;
    if (isAsWished({ waiting, dueIn })) return;
    await wait(25);
  }
  throw new Error('the mails that wait did not become as wished');
}

async function readMail(bytes: Buffer, receiver: string): Promise<Received> {
  const mail = await PostalMime.parse(bytes);
  const link = /https?:\/\/\S+/.exec(mail.text ?? '')?.[0] ?? '';
  const code = /^\s*(\d{6})\s*$/m.exec(mail.text ?? '')?.[1] ?? '';
  return { ...mail, receiver, link, code, token: link.split('/').at(-1) ?? '' };
}
