import {
  type CustomerMessage,
  type CustomerMessageKind,
  customerMessageKinds,
} from '#contract/customer-messages/customer-message.ts';
import {
  editMessageSettings,
  getMessageSettings,
  type MessageSettings,
} from '#contract/customer-messages/message-settings.ts';
import { getLeadPanel } from '#contract/leads/lead-panel.ts';
import * as leads from '#contract/leads/leads.ts';
import { processMessageChecks } from '#server/customer-messages/plan-messages.service.ts';
import { addFixtures } from './lead-samples.ts';
import { type TestApp, testNoon } from './test-app.ts';

export type Booked = { _id: string; phone: string; email: string };

type Changes = Partial<Omit<MessageSettings, 'kinds' | 'version' | 'unapproved'>>;

/** A dealer of the tests that sends automatic messages about bookings to its customers. */
export class MessagingDealer {
  readonly app: TestApp;
  readonly fixtures: Awaited<ReturnType<typeof addFixtures>>;
  token = '';
  #made = 0;

  private constructor(app: TestApp, fixtures: MessagingDealer['fixtures']) {
    this.app = app;
    this.fixtures = fixtures;
  }

  static async open(app: TestApp): Promise<MessagingDealer> {
    return new MessagingDealer(app, await addFixtures(app));
  }

  /** Begins anew at noon, without settings, bookings and messages. */
  async reset(): Promise<void> {
    this.app.clock.set(testNoon);
    await this.app.pool.query(
      'truncate customer_messages, message_checks, message_settings, sms_gateway, bookings cascade',
    );
    await this.signIn();
  }

  async signIn(): Promise<void> {
    ({ token: this.token } = await this.app.signIn('superAdmin'));
  }

  async switchOn(
    kinds: readonly CustomerMessageKind[],
    changes: Changes = {},
    edit: (kinds: MessageSettings['kinds']) => void = () => undefined,
  ): Promise<MessageSettings> {
    const { token } = this;
    const { kinds: all } = (await this.app.call(getMessageSettings, { token })).data;
    for (const kind of customerMessageKinds) all[kind].isOn = kinds.includes(kind);
    edit(all);
    const { status, data, text } = await this.app.call(editMessageSettings, {
      token,
      body: { kinds: all, ...changes },
    });
    if (status !== 200) throw new Error(text);
    return data;
  }

  async book(day: string, time: string | null = '10:00', given: object = {}): Promise<Booked> {
    const number = ++this.#made;
    const phone = `+8801811${String(number).padStart(6, '0')}`;
    const created = {
      ...{ name: 'Rahim Uddin', phone, email: `customer${number}@test.example` },
      ...{ serviceCenter: this.fixtures.north, ...given },
    };
    const { data } = await this.app.call(leads.createLead, { token: this.token, body: created });
    await this.move(data._id, { status: 'booked', appointmentDate: day, appointmentTime: time });
    return { _id: data._id, phone, email: data.email ?? '' };
  }

  async move(id: string, body: object): Promise<void> {
    const { status, text } = await this.app.call(leads.moveLead, { token: this.token, params: { id }, body });
    if (status !== 200) throw new Error(text);
  }

  /** Lets the jobs plan and send messages once. */
  async work(): Promise<void> {
    await processMessageChecks(this.app.context);
    await this.app.app.customerMessages.sendDue();
    await this.app.app.sending.look();
    await this.app.app.sending.idle();
  }

  async workAt(moment: Date | string): Promise<void> {
    this.app.clock.set(new Date(moment));
    await this.signIn();
    await this.work();
  }

  /** Lets the jobs plan and send messages now, and again once some milliseconds have passed. */
  async workAfter(milliseconds: number): Promise<void> {
    await this.work();
    await this.workAt(new Date(this.app.clock.now().getTime() + milliseconds));
  }

  async messagesOf({ _id }: Pick<Booked, '_id'>): Promise<CustomerMessage[]> {
    const { data } = await this.app.call(getLeadPanel, { token: this.token, params: { id: _id } });
    return data.timeline.entries.flatMap((entry) => (entry.kind === 'message' ? [entry.message] : []));
  }
}
