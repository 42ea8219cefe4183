import { addDays, dateInTimeZone } from '#contract/text/dates.ts';
import { signatureOf } from '../../../../scripts/stand-in-graph.mjs';
import { testRules } from '../test-app.ts';
import { messageNotification } from '../whatsapp-messages.ts';
import type { PlainStep } from './walk-steps.ts';
import { appSecret, mark, type World } from './walk-world.ts';

type Enquiry = Pick<Extract<PlainStep, { kind: 'enquire' }>, 'channel' | 'fields'> & {
  phone: string;
  center: string;
};

export async function enquire(world: World, enquiry: Enquiry): Promise<{ status: number }> {
  const send = { webhook: sendToWebhook, form: fillInForm, whatsapp: writeMessage }[enquiry.channel];
  const answer = await send(world, enquiry);
  // A form answers with its page of thanks.
  if (answer.status !== 200 && answer.status !== 303) return answer;
  world.accepted++;
  return { status: 200 };
}

function said(world: World, { phone, fields }: Enquiry): Record<string, string> {
  const values: Record<Enquiry['fields'][number], () => string> = {
    email: () => `${mark(world, phone)}@mail.example`,
    vehicleNumber: () => mark(world, phone),
    message: () => mark(world, phone),
    preferredDate: () => addDays(dateInTimeZone(testRules.timeZone, world.app.clock.now()), 1),
  };
  return Object.fromEntries(fields.map((field) => [field, values[field]()]));
}

function sendToWebhook(world: World, enquiry: Enquiry) {
  const { webhook, app } = world;
  const { phone, center } = enquiry;
  const body = { name: `Chan ${mark(world, phone)}`, phone, serviceCenter: center, ...said(world, enquiry) };
  return app.send({
    ...{ method: 'POST', url: webhook.path, payload: JSON.stringify(body) },
    headers: { 'content-type': 'application/json', authorization: `Bearer ${webhook.secret}` },
  });
}

async function fillInForm(world: World, enquiry: Enquiry) {
  const { app, form, centers } = world;
  const url = `/form/${form}`;
  const { text } = await app.send({ method: 'GET', url });
  const inputs = text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
  const hidden = Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, value]));
  app.clock.set(new Date(app.clock.now().getTime() + 5_000));
  const { email, vehicleNumber: vehicle, message, preferredDate: preferred_date } = said(world, enquiry);
  const fields = {
    ...{ ...hidden, name: `Ela ${mark(world, enquiry.phone)}`, phone: enquiry.phone },
    service_center: centers.find(({ name }) => name === enquiry.center)?.id,
    ...{ email, vehicle, message, preferred_date },
  };
  const sent = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined);
  return app.send({
    ...{ method: 'POST', url, payload: new URLSearchParams(sent).toString() },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
}

function writeMessage(world: World, { phone }: Enquiry) {
  const { app, whatsApp } = world;
  const text = mark(world, phone);
  const at = Math.floor(app.clock.now().getTime() / 1_000);
  // Its id stays after an erasure, so that a repeat of it is known.
  const message = { id: `wamid.${world.accepted}`, from: `88${phone}`, name: `Farid ${text}`, at };
  const body = messageNotification([{ ...message, content: { body: `Hello ${text}` } }]);
  return app.send({
    ...{ method: 'POST', url: whatsApp, payload: body },
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': signatureOf(body, appSecret) },
  });
}
