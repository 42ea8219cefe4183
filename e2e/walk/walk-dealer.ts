import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { createConnection } from '#contract/intake/connections.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { serviceCenter } from '#contract/service-centers.ts';
import { addDays } from '#contract/text/dates.ts';
import { demoKeys } from '../../scripts/demo-meta.mjs';
import type { Demo, Session } from '../support/demo.ts';
import { createAccount, type NewAccount } from '../support/new-account.ts';
import { recordLead, uniqueName } from '../support/sample-lead.ts';
import { type DemoMeta, expect } from '../support/test.ts';
import { dealerToday } from '../support/written-dates.ts';

export type WalkLead = Pick<Lead, '_id' | 'name' | 'phone'>;

const storedLead = z.object({
  id: z.string(),
  version: z.number(),
  status: z.string(),
  contacts: z.number(),
  undone: z.number(),
  note: z.string().nullable(),
  comments: z.number(),
  comment: z.string().nullable(),
  /** Replies on WhatsApp. */
  replies: z.number(),
  notes: z.string().nullable(),
});
export type StoredLead = z.infer<typeof storedLead>;

export type Stored = { leads: Map<string, StoredLead>; elsewhere: number };

const names = [
  'Amina',
  'Babul',
  'Champa',
  'Delwar',
  'Eshita',
  'Farid',
  'Gulshan',
  'Habib',
  'Ishrat',
  'Jamal',
];

/** Some whose customers have written on WhatsApp, by their places among the leads. */
const writing = [0, 3, 6];

/** A service center with an advisor, a manager and a colleague, which has ten leads of every kind in each walk. */
export class WalkDealer {
  readonly advisor: NewAccount;
  readonly manager: NewAccount;
  readonly #colleague: NewAccount;
  readonly #demo: Demo;
  readonly #meta: DemoMeta;
  readonly #center: string;
  #leads: WalkLead[] = [];
  #since = new Date();

  private constructor(
    { demo, meta }: { demo: Demo; meta: DemoMeta },
    center: string,
    { advisor, manager, colleague }: Record<'advisor' | 'manager' | 'colleague', NewAccount>,
  ) {
    this.#demo = demo;
    this.#meta = meta;
    this.#center = center;
    this.advisor = advisor;
    this.manager = manager;
    this.#colleague = colleague;
  }

  static async open(demo: Demo, meta: DemoMeta): Promise<WalkDealer> {
    const path = '/management/manageServiceCenter';
    const body = { name: `Center ${randomUUID().slice(0, 8)}` };
    const made = await demo.call('POST', path, body, await demo.session('manager'));
    const { _id } = serviceCenter.parse(made.body);
    const start = { level: 'service' as const, serviceCenter: [_id] };
    const number = {
      ...{ name: `Number ${_id}`, kind: 'whatsapp', platform: 'whatsapp', serviceCenter: _id, ...demoKeys },
    };
    const connected = await demo.call(
      'POST',
      createConnection.path,
      number,
      await demo.session('superAdmin'),
    );
    const { connection } = createConnection.reply.parse(connected.body);
    meta.connect({ whatsApp: demo.url + connection.path });
    return new WalkDealer({ demo, meta }, _id, {
      advisor: await createAccount(demo, 'Rafiq Islam', start),
      manager: await createAccount(demo, 'Selim Reza', { level: 'manager' }),
      colleague: await createAccount(demo, 'Mitu Rahman', start),
    });
  }

  async dealLeads(): Promise<WalkLead[]> {
    const manager = await this.#demo.session('manager');
    await this.#demo.sql('update leads set is_active = false where id = any($1)', [this.#ids()]);
    const family = uniqueName().split(' ')[1];
    const moves: (object | undefined)[] = [
      ...[undefined, undefined, undefined],
      { status: 'potential', nextFollowUpDates: [dealerToday()] },
      { status: 'potential', nextFollowUpDates: [dealerToday()] },
      { status: 'potential', nextFollowUpDates: [addDays(dealerToday(), 9)] },
      { status: 'booked', appointmentDate: addDays(dealerToday(), 1) },
      { status: 'booked', appointmentDate: dealerToday() },
      { status: 'completed', jobId: 'J-7' },
      { status: 'lostCustomer', lostReason: 'Sold the car' },
    ];
    this.#leads = [];
    for (const [index, move] of moves.entries()) {
      const over = { name: `${names[index]} ${family}`, serviceCenter: this.#center };
      const lead = await recordLead(this.#demo, manager, over);
      if (move) await this.#change(lead, '/serviceCenter/manageLeads/update', move, manager);
      this.#leads.push(lead);
    }
    await this.#writeOnWhatsApp();
    this.#since = new Date();
    return this.#leads;
  }

  async #writeOnWhatsApp(): Promise<void> {
    const ids = writing.flatMap((place) => this.#leads[place] ?? []);
    for (const { name, phone } of ids)
      await this.#meta.whatsApp.write({ name, from: `88${phone}`, text: 'Are you open on Friday?' });
    const joined = () =>
      this.#demo.sql("select from deliveries where state = 'joined' and lead_id = any($1)", [this.#ids()]);
    await expect.poll(joined).toHaveLength(writing.length);
  }

  async read(): Promise<Stored> {
    const rows = await this.#demo.sql(
      `select l.id, l.version, l.status,
         count(c.id)::int contacts, count(c.undone_at)::int undone,
         (array_agg(c.note order by c.created_at desc, c.id desc))[1] note,
         (select count(*)::int from lead_comments m where m.lead_id = l.id) comments,
         (select text from lead_comments m where m.lead_id = l.id order by m.created_at desc limit 1) comment,
         (select count(*)::int from whatsapp_messages w where w.lead_id = l.id and w.contact_id is not null) replies,
         l.notes,
         ((select count(*) from lead_contacts where created_at >= $2 and lead_id <> all($1))
          + (select count(*) from lead_comments where created_at >= $2 and lead_id <> all($1)))::int elsewhere
       from leads l left join lead_contacts c on c.lead_id = l.id where l.id = any($1) group by l.id`,
      [this.#ids(), this.#since],
    );
    const read = z.array(storedLead.extend({ elsewhere: z.number() })).parse(rows);
    return {
      leads: new Map(read.map(({ elsewhere: _, ...lead }) => [lead.id, lead])),
      elsewhere: read[0]?.elsewhere ?? 0,
    };
  }

  async changeElsewhere(lead: WalkLead, pick: number): Promise<void> {
    const manager = await this.#demo.session('manager');
    const colleague = this.#colleague.session;
    const base = '/serviceCenter/manageLeads';
    const attempt = { channel: 'call', outcome: 'noAnswer', key: randomUUID() };
    const booking = { status: 'booked', appointmentDate: addDays(dealerToday(), 2) };
    const changes = [
      () => this.#change(lead, '/dataEntry/manageLeads', { notes: `Note ${pick}` }, manager),
      () => this.#change(lead, `${base}/take`, undefined, colleague),
      () => this.#change(lead, `${base}/contacts`, attempt, colleague, 'POST'),
      () => this.#change(lead, `${base}/update`, booking, manager),
    ];
    await changes[pick % changes.length]?.();
  }

  async #change({ _id }: WalkLead, path: string, body: object | undefined, by: Session, method = 'PATCH') {
    await this.#demo.call(method, `${path}/${_id}`, body, by);
  }

  #ids(): string[] {
    return this.#leads.map(({ _id }) => _id);
  }
}
