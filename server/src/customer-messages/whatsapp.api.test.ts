import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getBookingDay } from '#contract/bookings/bookings.ts';
import { setStoppedMessages } from '#contract/customer-messages/customer-messages.ts';
import {
  listMessageTemplates,
  type MessageSettings,
  sendTestMessage,
} from '#contract/customer-messages/message-settings.ts';
import { createConnection } from '#contract/intake/connections.ts';
import { sendWhatsAppReply, stopRequest } from '#contract/intake/whatsapp.ts';
import { getLeadPanel } from '#contract/leads/lead-panel.ts';
import * as leads from '#contract/leads/leads.ts';
import { rememberErasedNumbers } from '#server/customers/erased-numbers.service.ts';
import { PostOffice } from '#server/testing/mailbox.ts';
import { type Booked, MessagingDealer } from '#server/testing/messaging-dealer.ts';
import { TestApp } from '#server/testing/test-app.ts';
import {
  type Message,
  messageNotification,
  ownNumber,
  statusNotification,
} from '#server/testing/whatsapp-messages.ts';
import { openStandInGraph, sendError, sendJson, signatureOf } from '../../../scripts/stand-in-graph.mjs';

const keys = { appSecret: '0123456789abcdef0123456789abcdef', pageToken: 'EAAtoken' };
const minute = 60_000;
const remindedAt = '2026-03-11T11:00:00Z';
const reminder = 'Dear {{1}}, your appointment is on {{2}}.';

let app: TestApp;
let office: PostOffice;
let graph: Awaited<ReturnType<typeof openStandInGraph>>;
let dealer: MessagingDealer;
let connection: string;
let path: string;
let made = 0;

beforeAll(async () => {
  office = await PostOffice.open();
  graph = await openStandInGraph();
  app = await TestApp.open({ metaGraphUrl: graph.url, smtpUrl: office.url });
  dealer = await MessagingDealer.open(app);
  await dealer.signIn();
  const body = { name: 'Showroom', kind: 'whatsapp', platform: 'whatsapp', ...keys } as const;
  const { data } = await app.call(createConnection, {
    token: dealer.token,
    body: { ...body, serviceCenter: dealer.fixtures.north },
  });
  connection = data.connection._id;
  path = data.connection.path;
});
afterAll(async () => {
  await app.close();
  await office.close();
  await graph.close();
});
beforeEach(async () => {
  await dealer.reset();
  graph.answerWith(undefined);
  graph.asked.length = 0;
  await app.pool.query(
    'update meta_connections set fetch_after = null, fetch_pauses = 0, token_ended_at = null',
  );
});

const post = (body: string) =>
  app.send({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': signatureOf(body, keys.appSecret) },
    payload: body,
  });

/** Has a customer write, and waits until it was worked. @returns the lead that it belongs to now. */
async function write({ phone }: Pick<Booked, 'phone'>, text: string, more: Partial<Message> = {}) {
  const id = `wamid.told.${++made}`;
  const at = Math.floor(app.clock.now().getTime() / 1_000);
  const content = more.type ? {} : { content: { body: text } };
  await post(messageNotification([{ id, at, from: phone.slice(1), ...content, ...more }]));
  const find = async () =>
    (
      await app.pool.query<{ lead: string; state: string; reason: string | null }>(
        'select lead_id as lead, state, reason from deliveries where key = $1 and try_at is null',
        [`message ${id}`],
      )
    ).rows[0];
  await expect.poll(find).toBeTruthy();
  return find();
}

const tap = (booked: Booked, title: string) =>
  write(booked, title, {
    type: 'interactive',
    content: { type: 'button_reply', button_reply: { id: '1', title } },
  });

const sent = () =>
  graph.asked.flatMap(({ id, body }) => (id.endsWith('/messages') ? [JSON.parse(body)] : []));
const told = async (status: string, code?: number) => {
  const mark = sent().at(-1)?.biz_opaque_callback_data;
  await post(statusNotification([{ mark, status, ...(code && { code }) }]));
};

const withTemplate = (kinds: MessageSettings['kinds']) => {
  for (const text of kinds.dayBefore.texts)
    text.template = {
      ...{ connection, name: 'reminder', language: 'en', body: reminder },
      variables: ['name', 'appointment'],
    };
};

const stateOf = async (booked: Booked) => {
  const [message] = await dealer.messagesOf(booked);
  return message && [message.way, message.state, message.reason];
};
const panelOf = async (id: string) =>
  (await app.call(getLeadPanel, { token: dealer.token, params: { id } })).data;

describe('a reminder', () => {
  test('is a reply with buttons while WhatsApp takes replies, and says what became of it', async () => {
    await dealer.switchOn(['dayBefore'], {}, withTemplate);
    const booked = await dealer.book('2026-03-12');
    await dealer.work();
    app.clock.set(new Date('2026-03-11T06:00:00Z'));
    await write(booked, 'Is there parking?');
    await dealer.workAt(remindedAt);
    expect(sent()).toEqual([
      {
        ...{ messaging_product: 'whatsapp', recipient_type: 'individual', to: booked.phone.slice(1) },
        type: 'interactive',
        interactive: {
          type: 'button',
          body: { text: expect.stringContaining('we expect you at North on March 12 at 10:00') },
          action: {
            buttons: ["I'll come", 'Another time', 'Cancel'].map((title, place) => ({
              type: 'reply',
              reply: { id: String(place + 1), title },
            })),
          },
        },
        biz_opaque_callback_data: expect.any(String),
      },
    ]);
    expect(await stateOf(booked)).toEqual(['whatsapp', 'sent', null]);
    await told('delivered');
    await told('read');
    expect(await stateOf(booked)).toEqual(['whatsapp', 'read', null]);
  });

  test('is in the language in which they write', async () => {
    await dealer.switchOn(['dayBefore']);
    const booked = await dealer.book('2026-03-12');
    app.clock.set(new Date('2026-03-11T06:00:00Z'));
    await write(booked, 'পার্কিং আছে?');
    await dealer.workAt(remindedAt);
    expect(sent()[0]?.interactive?.body.text).toContain('এ আপনার অ্যাপয়েন্টমেন্ট আছে');
    expect(sent()[0]?.interactive?.action.buttons[0].reply.title).toBe('আমি আসব');
  });

  test('is the chosen template once WhatsApp takes no replies, as it will look', async () => {
    await dealer.switchOn(['dayBefore'], {}, withTemplate);
    const booked = await dealer.book('2026-03-12');
    await write(await dealer.book('2026-03-20'), 'Hello');
    await dealer.workAt(remindedAt);
    expect(sent()).toMatchObject([
      {
        to: booked.phone.slice(1),
        type: 'template',
        template: {
          ...{ name: 'reminder', language: { code: 'en' } },
          components: [
            {
              type: 'body',
              parameters: [
                { type: 'text', text: 'Rahim Uddin' },
                { type: 'text', text: 'March 12 at 10:00 AM' },
              ],
            },
          ],
        },
      },
    ]);
    expect((await dealer.messagesOf(booked))[0]).toMatchObject({
      ...{ way: 'whatsapp', state: 'sent' },
      text: 'Dear Rahim Uddin, your appointment is on March 12 at 10:00 AM.',
    });
  });

  test('is not tried by a template that is known as paused: it goes the next way, which says why, until Meta approves it', async () => {
    await dealer.switchOn(['dayBefore'], {}, withTemplate);
    const name = (status: string | null) => {
      const templates = status ? [{ connection, name: 'reminder', language: 'en', status }] : [];
      return app.pool.query('update message_settings set unapproved_templates = $1, templates_read_at = $2', [
        JSON.stringify(templates),
        new Date(remindedAt),
      ]);
    };
    await write(await dealer.book('2026-03-20'), 'Hello');
    const [booked, nowhere, writes, later] = [
      await dealer.book('2026-03-12'),
      await dealer.book('2026-03-12', '10:00', { email: null }),
      await dealer.book('2026-03-12'),
      await dealer.book('2026-03-13'),
    ];
    app.clock.set(new Date('2026-03-11T06:00:00Z'));
    await write(writes, 'Is there parking?');
    await name('PAUSED');
    await dealer.workAt(remindedAt);
    expect((await dealer.messagesOf(booked))[0]).toMatchObject({
      ...{ way: 'email', state: 'sent', reason: null, whatsappReason: 'templateNotApproved' },
    });
    expect(await stateOf(nowhere)).toEqual([null, 'failed', 'templateNotApproved']);
    // Who wrote today needs no template.
    expect(sent()).toMatchObject([{ to: writes.phone.slice(1), type: 'interactive' }]);
    await name(null);
    await dealer.workAt('2026-03-12T11:00:00Z');
    expect(sent().at(-1)).toMatchObject({ to: later.phone.slice(1), type: 'template' });
    expect((await dealer.messagesOf(later))[0]).toMatchObject({ way: 'whatsapp', whatsappReason: null });
  });

  test('whose template Meta refuses has Meta asked about it at once', async () => {
    await dealer.switchOn(['dayBefore'], {}, withTemplate);
    await write(await dealer.book('2026-03-20'), 'Hello');
    await dealer.book('2026-03-12');
    const readAt = async () => {
      const { rows } = await app.pool.query<{ at: Date | null }>(
        'select templates_read_at as at from message_settings',
      );
      return rows[0]?.at ?? null;
    };
    await app.pool.query('update message_settings set templates_read_at = $1', ['2026-03-11T10:00:00Z']);
    failSending(132_015);
    await dealer.workAt(remindedAt);
    expect(await readAt()).toBeNull();
    const justNow = '2026-03-11T10:55:00Z';
    await app.pool.query('update message_settings set templates_read_at = $1', [justNow]);
    await dealer.book('2026-03-12');
    await dealer.work();
    expect(await readAt()).toEqual(new Date(justNow));
  });

  test.each([
    [132_015, 'a paused template'],
    [131_026, 'a number that is not on WhatsApp'],
  ])('that WhatsApp refuses with %i for %s goes by email', async (code) => {
    await dealer.switchOn(['dayBefore'], {}, withTemplate);
    const booked = await dealer.book('2026-03-12');
    await dealer.work();
    graph.answerWith((response, asked) =>
      asked.id.endsWith('/messages') ? sendError(response, code) : sendJson(response, 200, {}),
    );
    await dealer.workAt(remindedAt);
    await dealer.work();
    expect(await stateOf(booked)).toEqual(['email', 'sent', null]);
    expect(sent()).toHaveLength(1);
  });

  test('of a moved booking never leaves the queue of a connection that rests, and one that waits too long is decided again', async () => {
    await dealer.switchOn(['dayBefore'], {}, withTemplate);
    const [moved, waits] = [await dealer.book('2026-03-12'), await dealer.book('2026-03-12', '18:00')];
    await dealer.work();
    graph.answerWith((response, asked) =>
      asked.id.endsWith('/messages') ? sendError(response, 130_429) : sendJson(response, 200, {}),
    );
    await dealer.workAt(remindedAt);
    await dealer.move(moved._id, {
      status: 'booked',
      appointmentDate: '2026-03-16',
      appointmentTime: '10:00',
    });
    graph.answerWith(undefined);
    graph.asked.length = 0;
    // At night nothing leaves the queue either.
    await dealer.workAt('2026-03-11T15:00:00Z');
    expect(sent()).toEqual([]);
    await dealer.workAt('2026-03-12T03:00:00Z');
    await dealer.work();
    expect(sent().map(({ to }) => to)).toEqual([waits.phone.slice(1)]);
  });
});

const failSending = (code: number) =>
  graph.answerWith((response, asked) =>
    asked.id.endsWith('/messages') ? sendError(response, code) : sendJson(response, 200, {}),
  );

describe('the queue of a connection that rests', () => {
  /** Has a reminder by template wait because Meta takes no more. */
  async function remindLater(): Promise<Booked> {
    await dealer.switchOn(['dayBefore'], {}, withTemplate);
    await write(await dealer.book('2026-03-20'), 'Hello');
    const booked = await dealer.book('2026-03-12', '18:00');
    await dealer.work();
    failSending(130_429);
    await dealer.workAt(remindedAt);
    expect(await stateOf(booked)).toEqual(['whatsapp', 'asked', null]);
    graph.answerWith(undefined);
    graph.asked.length = 0;
    return booked;
  }

  test('hears of STOP', async () => {
    const booked = await remindLater();
    await write(booked, 'STOP');
    await dealer.workAt('2026-03-11T12:00:00Z');
    expect(sent()).toEqual([]);
    expect((await dealer.messagesOf(booked))[0]).toMatchObject({ state: 'skipped', reason: 'stopped' });
  });

  test('hears of another number', async () => {
    const booked = await remindLater();
    const body = { phone: '01711999001' };
    const params = { id: booked._id };
    expect((await app.call(leads.editLead, { token: dealer.token, params, body })).status).toBe(200);
    await dealer.workAt('2026-03-11T12:00:00Z');
    expect(sent().map(({ to }) => to)).toEqual(['8801711999001']);
  });

  test('lets what is not true any more hold up nothing: a thank-you for a lead that was archived', async () => {
    await dealer.switchOn(['thankYou'], { thankYouAfterHours: 1 });
    const booked = await dealer.book('2026-03-12');
    app.clock.set(new Date('2026-03-11T05:00:00Z'));
    await dealer.signIn();
    await write(booked, 'I am here');
    await dealer.move(booked._id, { status: 'completed', jobId: 'JOB-1' });
    await dealer.work();
    failSending(130_429);
    await dealer.workAt('2026-03-11T07:00:00Z');
    expect(await stateOf(booked)).toEqual(['whatsapp', 'asked', null]);
    const params = { id: booked._id };
    await app.call(leads.archiveLead, { token: dealer.token, params, body: { isActive: false } });
    await dealer.work();
    const waiting = await app.pool.query('select from whatsapp_messages where try_at is not null');
    expect(waiting.rowCount).toBe(0);
    expect((await app.pool.query('select state from customer_messages')).rows).toEqual([
      { state: 'skipped' },
    ]);
  });

  test('has no message that its customer can have answered', async () => {
    await dealer.switchOn(['dayBefore'], {}, withTemplate);
    const booked = await dealer.book('2026-03-12', '18:00');
    app.clock.set(new Date('2026-03-11T06:00:00Z'));
    await write(booked, 'Is there parking?');
    failSending(130_429);
    await dealer.workAt(remindedAt);
    await write(booked, 'Hello?');
    expect((await dealer.messagesOf(booked))[0]).toMatchObject({ state: 'asked', answer: null });
  });
});

test('the next way is not kept by the limit of a day from what WhatsApp refused', async () => {
  await dealer.switchOn(['dayBefore'], { perPerson: 1, perDay: 1 }, withTemplate);
  await write(await dealer.book('2026-03-20'), 'Hello');
  const booked = await dealer.book('2026-03-12');
  await dealer.work();
  failSending(131_026);
  await dealer.workAt(remindedAt);
  await dealer.work();
  expect(await stateOf(booked)).toEqual(['email', 'sent', null]);
});

describe('an answer', () => {
  async function remind(): Promise<Booked> {
    await dealer.switchOn(['dayBefore', 'thankYou', 'bookingConfirmed']);
    const booked = await dealer.book('2026-03-12');
    app.clock.set(new Date('2026-03-11T06:00:00Z'));
    await write(booked, 'Is there parking?');
    await dealer.workAt(remindedAt);
    return booked;
  }

  test('that they come confirms the booking, and asks nobody to call', async () => {
    const booked = await remind();
    const before = (await panelOf(booked._id)).lead.tryAgainAt;
    expect(await tap(booked, "I'll come")).toMatchObject({ lead: booked._id, state: 'joined' });
    const query = { serviceCenter: dealer.fixtures.north, date: '2026-03-12' };
    const { data } = await app.call(getBookingDay, { token: dealer.token, query });
    expect(data.bookings).toMatchObject([{ _id: booked._id, confirmedAt: expect.any(String) }]);
    expect((await panelOf(booked._id)).lead.tryAgainAt).toBe(before);
    expect((await dealer.messagesOf(booked))[0]).toMatchObject({ answer: "I'll come" });
  });

  test.each(['Another time', 'Cancel', 'My car broke down on the way'])(
    'such as %j puts the lead at the head of the queue, with what was said',
    async (answer) => {
      const booked = await remind();
      await app.pool.query('update leads set try_again_at = null where id = $1', [booked._id]);
      expect(await write(booked, answer)).toMatchObject({ lead: booked._id, state: 'joined' });
      const { lead, timeline } = await panelOf(booked._id);
      expect(lead.tryAgainAt).toBe(app.clock.now().toISOString());
      expect(lead.status).toBe('booked');
      const said = timeline.entries.flatMap((entry) =>
        entry.kind === 'intake' ? [entry.delivery.notes] : [],
      );
      expect(said[0]).toBe(answer);
      expect((await dealer.messagesOf(booked))[0]).toMatchObject({ answer });
    },
  );

  /** Has a customer tap a button of the newest message that they got about a lead. */
  async function tapOn({ _id, phone }: Pick<Booked, '_id' | 'phone'>, title: string, kind = 'dayBefore') {
    const { rows } = await app.pool.query<{ wamid: string }>(
      `select w.wamid from whatsapp_messages w join customer_messages m on m.id = w.customer_message_id
       where m.lead_id = $1 and m.kind = $2 order by w.id desc limit 1`,
      [_id, kind],
    );
    return () =>
      write({ phone }, title, {
        ...{ type: 'interactive', context: { id: rows[0]?.wamid } },
        content: { type: 'button_reply', button_reply: { id: '1', title } },
      });
  }
  const listConfirmed = async (date: string) => {
    const query = { serviceCenter: dealer.fixtures.north, date };
    const { data } = await app.call(getBookingDay, { token: dealer.token, query });
    return data.bookings.flatMap(({ _id, confirmedAt }) => (confirmedAt ? [_id] : []));
  };

  test('that they come to a booking that was moved since confirms nothing, and asks somebody to answer', async () => {
    await dealer.switchOn(['dayBefore', 'bookingMoved']);
    const booked = await dealer.book('2026-03-12');
    app.clock.set(new Date('2026-03-11T06:00:00Z'));
    await write(booked, 'Is there parking?');
    await dealer.workAt(remindedAt);
    const comes = await tapOn(booked, "I'll come");
    await dealer.move(booked._id, {
      ...{ status: 'booked', appointmentDate: '2026-03-16', appointmentTime: '11:00' },
    });
    await dealer.workAfter(2 * minute);
    await app.pool.query('update leads set try_again_at = null where id = $1', [booked._id]);
    expect(await comes()).toMatchObject({ lead: booked._id, state: 'joined' });
    expect(await listConfirmed('2026-03-16')).toEqual([]);
    expect((await panelOf(booked._id)).lead.tryAgainAt).toBe(app.clock.now().toISOString());
    expect((await dealer.messagesOf(booked)).map(({ kind, state, answer }) => [kind, state, answer])).toEqual(
      [
        ['dayBefore', 'waiting', null],
        ['bookingMoved', 'sent', null],
        ['dayBefore', 'sent', "I'll come"],
      ],
    );
    // Back at the place of which the reminder was, it is true again.
    await dealer.move(booked._id, {
      ...{ status: 'booked', appointmentDate: '2026-03-12', appointmentTime: '10:00' },
    });
    await comes();
    expect(await listConfirmed('2026-03-12')).toEqual([booked._id]);
  });

  test('by a button confirms the booking of the message that it belongs to, of two', async () => {
    await dealer.switchOn(['dayBefore'], { perPerson: 2 });
    const first = await dealer.book('2026-03-12');
    const { phone, email } = first;
    const second = await dealer.book('2026-03-12', '15:00', { phone, email, vehicleNumber: 'GA 11-2233' });
    app.clock.set(new Date('2026-03-11T06:00:00Z'));
    await write(first, 'Is there parking?');
    await app.pool.query('update deliveries set lead_id = $1 where lead_id = $2', [first._id, second._id]);
    await dealer.workAt(remindedAt);
    const comes = await tapOn(first, "I'll come");
    await comes();
    expect(await listConfirmed('2026-03-12')).toEqual([first._id]);
  });

  test.each([
    [undefined, 'an advisor wrote since the reminder'],
    ['wamid.other', 'the customer quotes another message'],
  ])('of one word is none to the reminder when it names %j: %s', async (quoted, _why) => {
    const booked = await remind();
    await app.pool.query('update leads set try_again_at = null where id = $1', [booked._id]);
    if (!quoted) {
      app.clock.set(new Date('2026-03-11T11:10:00Z'));
      const reply = { params: { id: booked._id }, body: { text: 'New brakes, too?', key: randomUUID() } };
      const replied = await app.call(sendWhatsAppReply, { token: dealer.token, ...reply });
      expect(replied.status).toBe(201);
    }
    app.clock.set(new Date('2026-03-11T11:20:00Z'));
    await write(
      booked,
      'Yes',
      quoted ? { type: 'text', content: { body: 'Yes' }, context: { id: quoted } } : {},
    );
    expect(await listConfirmed('2026-03-12')).toEqual([]);
    expect((await panelOf(booked._id)).lead.tryAgainAt).toBe(app.clock.now().toISOString());
  });

  test('was written after what it answers', async () => {
    const booked = await remind();
    const at = Math.floor(app.clock.now().getTime() / 1_000) - 60;
    await write(booked, 'Where are you?', { at });
    expect((await dealer.messagesOf(booked))[0]).toMatchObject({ kind: 'dayBefore', answer: null });
  });

  test.each(['offering', 'center'])(
    'with a low rating is heard when the %s is offered no more',
    async (gone) => {
      const booked = await remind();
      const { oil, north } = dealer.fixtures;
      const params = { id: booked._id };
      const body = { serviceOrCampaign: oil };
      expect((await app.call(leads.editLead, { token: dealer.token, params, body })).status).toBe(200);
      await dealer.move(booked._id, { status: 'completed', jobId: 'JOB-1' });
      await dealer.workAfter(24 * 60 * minute);
      await dealer.workAfter(60 * minute);
      const [table, id] = gone === 'offering' ? ['offerings', oil] : ['service_centers', north];
      const offer = (isActive: boolean) =>
        app.pool.query(`update ${table} set is_active = $1 where id = $2`, [isActive, id]);
      await offer(false);
      const text = '1, the car was still dirty';
      const answered = await write(booked, text).finally(() => offer(true));
      expect((await dealer.messagesOf(booked))[0]).toMatchObject({ kind: 'thankYou', rating: 1 });
      if (gone === 'center') return expect(answered?.state).toBe('toPlace');
      const made = { token: dealer.token, params: { id: answered?.lead ?? '' } };
      expect((await app.call(leads.getLead, made)).data).toMatchObject({
        ...{ status: 'pending', serviceOrCampaign: null, notes: `Complaint: ${text}` },
      });
    },
  );

  test('of STOP stops all kinds for the customer, and makes no lead', async () => {
    const booked = await remind();
    expect(await write(booked, 'STOP')).toMatchObject({ lead: booked._id, state: 'joined' });
    expect((await panelOf(booked._id)).stoppedMessages).toHaveLength(6);
    await dealer.move(booked._id, { status: 'booked', appointmentDate: '2026-03-16', appointmentTime: null });
    graph.asked.length = 0;
    await dealer.workAt('2026-03-15T11:00:00Z');
    expect(sent()).toEqual([]);
    expect((await dealer.messagesOf(booked))[0]).toMatchObject({ state: 'skipped', reason: 'stopped' });
  });

  test.each([
    ['STOP', '+880182700000'],
    ['বন্ধ', '+880182800000'],
  ])(
    'of %s by nobody’s customer makes no lead, and is remembered once they are one',
    async (word, phones) => {
      await dealer.switchOn(['bookingConfirmed']);
      const [stranger, other] = [`${phones}1`, `${phones}2`];
      const ignored = { lead: null, state: 'ignored', reason: stopRequest };
      expect(await write({ phone: stranger }, word)).toEqual(ignored);
      expect(await write({ phone: stranger }, word)).toEqual(ignored);
      const booked = await dealer.book('2026-03-12', '10:00', { phone: stranger });
      const asked = await dealer.book('2026-03-12', '10:00', { phone: other });
      await dealer.workAfter(2 * minute);
      expect(await stateOf(asked)).toEqual(['email', 'sent', null]);
      expect(await stateOf(booked)).toEqual([null, 'skipped', 'stopped']);
      expect((await panelOf(booked._id)).stoppedMessages).toHaveLength(6);

      // Whoever is asked to tell them all the same does.
      const set = { token: dealer.token, params: { id: booked._id }, body: { stopped: [] } };
      expect((await app.call(setStoppedMessages, set)).data).toEqual({ stopped: [] });
      expect((await panelOf(booked._id)).stoppedMessages).toEqual([]);
      const countRemembered = async () => (await app.pool.query('select from stopped_numbers')).rowCount;
      expect(await countRemembered()).toBe(0);

      // Whoever is erased is forgotten with what they wanted.
      await write({ phone: `${phones}3` }, word);
      expect(await countRemembered()).toBe(1);
      await rememberErasedNumbers(app.context, [`${phones}3`.replace('+88', '')]);
      expect(await countRemembered()).toBe(0);
    },
  );

  test('of STOP by a customer without a lead is theirs, and makes none', async () => {
    const booked = await remind();
    await app.pool.query('update leads set customer_id = null where id = $1', [booked._id]);
    expect(await write(booked, 'STOP')).toMatchObject({ lead: null, state: 'ignored', reason: stopRequest });
    const { rows } = await app.pool.query(
      'select cardinality(stopped_messages) as stopped from customers where mobile = $1',
      [booked.phone.replace('+88', '')],
    );
    expect(rows).toEqual([{ stopped: 6 }]);
  });

  test.each([
    ['৪', 4, 'joined'],
    ['2, the car was still dirty', 2, 'lead'],
  ] as const)('of %j to the thank-you is a rating of %i', async (text, rating, state) => {
    const booked = await remind();
    await dealer.move(booked._id, { status: 'completed', jobId: 'JOB-1' });
    await dealer.workAfter(23 * 60 * minute);
    await dealer.workAfter(60 * minute);
    const answered = await write(booked, text);
    expect(answered?.state).toBe(state);
    expect((await dealer.messagesOf(booked))[0]).toMatchObject({ kind: 'thankYou', rating, answer: text });
    if (state === 'joined') return expect(answered?.lead).toBe(booked._id);
    const { data } = await app.call(leads.getLead, {
      token: dealer.token,
      params: { id: answered?.lead ?? '' },
    });
    expect(data).toMatchObject({
      ...{ status: 'pending', phone: booked.phone.replace('+88', ''), notes: `Complaint: ${text}` },
      serviceCenter: { _id: dealer.fixtures.north },
    });
  });
});

test('templates are listed with what they say and what can be filled, of accounts that notifications named', async () => {
  await write(await dealer.book('2026-03-20'), 'Hello');
  const body = { type: 'BODY', text: reminder };
  const buttons = { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: "I'll come" }] };
  const one = { name: 'reminder', language: 'en', status: 'APPROVED', category: 'UTILITY' };
  const all = [
    { ...one, components: [body, buttons] },
    // A picture would have to be sent along.
    { ...one, name: 'offer', components: [{ type: 'HEADER', format: 'IMAGE' }, body] },
  ];
  graph.answerWith((response, asked) => {
    if (asked.id.endsWith('/message_templates')) sendJson(response, 200, { data: all });
    else if (asked.id === 'app') sendJson(response, 200, { id: '5500550055' });
    else sendError(response, 100);
  });
  const { data } = await app.call(listMessageTemplates, { token: dealer.token });
  expect(data).toEqual({
    failed: [],
    templates: [
      {
        ...{ ...one, connection: { _id: connection, name: 'Showroom' }, body: reminder, variables: 2 },
        buttons: ["I'll come"],
      },
    ],
  });
  expect(graph.asked.map(({ id }) => id)).toContain('102290129340398/message_templates');
  expect(ownNumber.phone_number_id).toBeTruthy();
  graph.answerWith((response) => sendError(response, 190));
  expect((await app.call(listMessageTemplates, { token: dealer.token })).data).toEqual({
    templates: [],
    failed: [{ _id: connection, name: 'Showroom' }],
  });
});

test('a test message by WhatsApp is the chosen template, with sample values', async () => {
  await write(await dealer.book('2026-03-20'), 'Hello');
  const body = { kind: 'dayBefore', language: 'en', way: 'whatsapp', to: '01712-345678' } as const;
  const { token } = dealer;
  expect((await app.call(sendTestMessage, { token, body })).data).toMatchObject({
    isSent: false,
    failure: 'noTemplate',
  });
  await dealer.switchOn(['dayBefore'], {}, withTemplate);
  expect((await app.call(sendTestMessage, { token, body })).data).toEqual({
    ...{ isSent: true, failure: null, parts: null },
    text: 'Dear Rahim Uddin, your appointment is on March 11 at 10:00 AM.',
  });
  expect(sent()).toMatchObject([{ to: '8801712345678', type: 'template' }]);
});
