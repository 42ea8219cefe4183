import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { basePath, getFullPath } from '#contract/call/endpoint.ts';
import { listCustomers } from '#contract/customers.ts';
import { createConnection, editConnection } from '#contract/intake/connections.ts';
import { downloadAttachment, getDelivery } from '#contract/intake/deliveries.ts';
import { getLeadPanel } from '#contract/leads/lead-panel.ts';
import { moveLead } from '#contract/leads/leads.ts';
import { eraseCustomer, exportCustomer } from '#contract/privacy/erasure.ts';
import { editRetention, previewRetention } from '#contract/privacy/retention.ts';
import { workDueDeliveries } from '#server/intake/work-deliveries.service.ts';
import { deleteOldPictures } from '#server/privacy/retention.service.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { pixelBomb } from '#server/testing/pixel-bomb.ts';
import { TestApp, testNoon } from '#server/testing/test-app.ts';
import { unzip } from '#server/testing/unzip.ts';
import { messageNotification } from '#server/testing/whatsapp-messages.ts';
import { openStandInGraph, sendError, signatureOf } from '../../../../scripts/stand-in-graph.mjs';

const appSecret = '0123456789abcdef0123456789abcdef';
const megabyte = 1_048_576;
const day = 86_400_000;

let app: TestApp;
let graph: Awaited<ReturnType<typeof openStandInGraph>>;
let token: string;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let connection: string;
let path: string;
let photo: Buffer;
let made = 0;

beforeAll(async () => {
  graph = await openStandInGraph();
  app = await TestApp.open({
    metaGraphUrl: graph.url,
    intakeQuota: { hourly: { deliveries: 1_000, bytes: 20 * megabyte }, storedBytes: 40 * megabyte },
  });
  ({ token } = await app.signIn('superAdmin'));
  fixtures = await addFixtures(app);
  await app.app.intake.stop();
  const body = {
    ...{ name: 'Our WhatsApp', kind: 'whatsapp', platform: 'website', serviceCenter: fixtures.north },
    ...{ appSecret, pageToken: 'EAAtoken' },
  } as const;
  const { data } = await app.call(createConnection, { token, body });
  connection = data.connection._id;
  path = data.connection.path;
  photo = await sharp({
    create: {
      width: 3_000,
      height: 1_500,
      channels: 3,
      background: 'red',
      noise: { type: 'gaussian', sigma: 9 },
    },
  })
    .withExif({ IFD0: { Copyright: 'Rahim Uddin' } })
    .jpeg()
    .toBuffer();
});
beforeEach(async () => {
  graph.answerWith(undefined);
  app.clock.set(testNoon);
  await app.pool.query('truncate connection_volumes');
  await app.pool.query(
    'update meta_connections set fetch_after = null, fetch_pauses = 0, token_ended_at = null',
  );
  graph.asked.length = 0;
});
afterAll(async () => {
  await app.close();
  await graph.close();
});

type File = { content: Buffer; size?: number; url?: string };

async function sendPicture(file: File | undefined, document?: object) {
  const media = String(1_000_000 + ++made);
  if (file) graph.files.set(media, file);
  const from = `8801715${String(made).padStart(6, '0')}`;
  const content = { id: media, mime_type: 'image/jpeg', ...(document ?? { caption: 'The bumper' }) };
  const type = document ? 'document' : 'image';
  const payload = messageNotification([{ id: `wamid.${made}`, from, type, content }]);
  const signature = signatureOf(payload, appSecret);
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature };
  expect((await app.send({ method: 'POST', url: path, headers, payload })).status).toBe(200);
  await workDueDeliveries(app.context);
  const { rows } = await app.pool.query<{ lead: string; id: string }>(
    'select lead_id as lead, id from deliveries where key = $1',
    [`message wamid.${made}`],
  );
  return { lead: String(rows[0]?.lead), delivery: String(rows[0]?.id), media };
}
async function look() {
  await app.app.pictures.look();
  await app.app.pictures.idle();
}
const later = (ms: number) => app.clock.set(new Date(app.clock.now().getTime() + ms));
const entryOf = async (lead: string, as = token) => {
  const { data } = await app.call(getLeadPanel, { token: as, params: { id: lead } });
  const entry = data.timeline.entries.find(({ kind }) => kind === 'intake');
  return entry?.kind === 'intake' ? entry.delivery : undefined;
};
const stateOf = async (lead: string) => {
  const { state, reason } = (await entryOf(lead))?.picture ?? {};
  return [state, reason];
};
function download(id: string | null | undefined, as = token) {
  const url = getFullPath(downloadAttachment).replace(':id', String(id));
  return app.app.inject({ url, headers: { authorization: `Bearer ${as}` } });
}
const askedFor = (media: string) => graph.asked.filter(({ id }) => id.endsWith(media)).length;
async function fetched() {
  const { lead, delivery } = await sendPicture({ content: photo });
  await look();
  return { lead, delivery, file: (await entryOf(lead))?.picture?.file };
}

test('a picture is fetched after its message was worked, encoded anew, and shown small and large to whoever may see the lead', async () => {
  const { lead, delivery, media } = await sendPicture({ content: photo });
  expect(await entryOf(lead)).toMatchObject({
    notes: 'Picture: image/jpeg\nThe bumper',
    picture: { state: 'waiting', reason: null, file: null, thumbnail: null },
  });
  await look();
  const { picture, attachments } = (await entryOf(lead)) ?? {};
  expect(picture).toMatchObject({ state: 'stored', reason: null, width: 2_048, height: 1_024 });
  expect(attachments).toEqual([]);
  const address = /^data:image\/webp;base64,(.+)$/.exec(picture?.thumbnail ?? '')?.[1] ?? '';
  const small = await sharp(Buffer.from(address, 'base64')).metadata();
  expect(small).toMatchObject({ format: 'webp', width: 320, height: 160 });
  const { data } = await app.call(getDelivery, { token, params: { id: delivery } });
  expect(data.picture).toEqual(picture);

  const answer = await download(picture?.file);
  const large = await sharp(answer.rawPayload).metadata();
  expect(large).toMatchObject({ format: 'webp', width: 2_048, height: 1_024 });
  expect(large.exif).toBeUndefined();
  expect(answer.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment; filename="picture.webp"',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cache-control': 'no-store',
  });
  const [north, south] = [fixtures.north, fixtures.south].map((center) => app.signIn('service', [center]));
  expect((await download(picture?.file, (await north)?.token)).statusCode).toBe(200);
  expect((await download(picture?.file, (await south)?.token)).statusCode).toBe(404);

  await look();
  expect(askedFor(media)).toBe(2);
  expect(graph.asked.find(({ id }) => id === `/media/${media}`)?.authorization).toBe('Bearer EAAtoken');
});

test('a document that is a picture is one, under its name; any other is not fetched', async () => {
  const document = { filename: 'গাড়ি.png', mime_type: 'image/png' };
  const { lead } = await sendPicture({ content: await sharp(photo).png().toBuffer() }, document);
  const { lead: other, media } = await sendPicture(
    { content: photo },
    { filename: 'a.pdf', mime_type: 'application/pdf' },
  );
  await look();
  const { file } = (await entryOf(lead))?.picture ?? {};
  expect((await download(file)).headers['content-disposition']).toContain(encodeURIComponent('গাড়ি.webp'));
  expect((await entryOf(other))?.picture).toBeNull();
  expect(askedFor(media)).toBe(0);
});

describe('says so in the timeline when it cannot be shown:', () => {
  const heic = (brand: string) =>
    Buffer.concat([Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0mif1heic`, 'latin1'), Buffer.alloc(2_000, 7)]);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  test.each<[string, File, string]>([
    ['an SVG', { content: svg }, 'notPicture'],
    ['a page', { content: Buffer.from('<!doctype html><script>alert(1)</script>') }, 'notPicture'],
    ['nothing', { content: Buffer.alloc(0) }, 'notPicture'],
    ['one of 256 megapixels', { content: Buffer.from(pixelBomb(16_000)) }, 'tooManyPixels'],
    ['a photo of an iPhone', { content: heic('heic') }, 'heic'],
    ['another one', { content: heic('mif1') }, 'heic'],
    ['a film', { content: heic('isom') }, 'notPicture'],
    ['what Meta calls too large', { content: Buffer.alloc(0), size: 11 * megabyte }, 'tooLarge'],
    ['what is larger than Meta says', { content: Buffer.alloc(11 * megabyte), size: 1 }, 'tooLarge'],
  ])('%s', async (_, file, reason) => {
    const { lead } = await sendPicture(file);
    await look();
    expect(await stateOf(lead)).toEqual(['failed', reason]);
    expect((await entryOf(lead))?.attachments).toEqual([]);
  });

  test('a photo above 24 megapixels, sent as a document; one of 24 is shown', async () => {
    const document = { filename: 'IMG_1.jpg', mime_type: 'image/jpeg' };
    const take = (height: number) =>
      sharp({ create: { width: 6_000, height, channels: 3, background: 'red' } })
        .jpeg()
        .toBuffer();
    const { lead: above } = await sendPicture({ content: await take(4_001) }, document);
    const { lead: within } = await sendPicture({ content: await take(4_000) }, document);
    await look();
    expect(await stateOf(above)).toEqual(['failed', 'tooManyPixels']);
    expect((await entryOf(within))?.picture).toMatchObject({ state: 'stored', width: 2_048, height: 1_365 });
  });

  test('a broken one', async () => {
    const { lead } = await sendPicture({ content: photo.subarray(0, photo.length / 2) });
    await look();
    expect(await stateOf(lead)).toEqual(['failed', 'notPicture']);
  });

  test('one beyond the size that the dealer sets', async () => {
    const noise = { type: 'gaussian', sigma: 60 } as const;
    const create = { width: 1_500, height: 1_500, channels: 3, background: 'red', noise } as const;
    const content = await sharp({ create }).png().toBuffer();
    expect(content.length).toBeGreaterThan(megabyte);
    await app.call(editRetention, { token, body: { pictureMegabytes: 1 } });
    const { lead } = await sendPicture({ content });
    await look();
    expect(await stateOf(lead)).toEqual(['failed', 'tooLarge']);
    await app.call(editRetention, { token, body: { pictureMegabytes: 10 } });
    const { lead: next } = await sendPicture({ content });
    await look();
    expect(await stateOf(next)).toEqual(['stored', null]);
  });

  test('one that Meta does not have any more, after asking a few times', async () => {
    const { lead, media } = await sendPicture(undefined);
    for (let at = 0; at < 6; at++) {
      await look();
      later(60 * 60_000);
    }
    expect(await stateOf(lead)).toEqual(['failed', 'gone']);
    expect(askedFor(media)).toBe(4);
  });
});

test.each([
  'https://media.example.com/1',
  'http://lookaside.fbsbx.com/1',
  'http://127.0.0.1:1/',
  'file:///etc/passwd',
  '',
])('the token goes nowhere but to Meta, and not to “%s”', async (url) => {
  const { lead } = await sendPicture({ content: photo, url });
  await look();
  expect(await stateOf(lead)).toEqual(['waiting', null]);
  expect(graph.asked).toHaveLength(1);
});

describe('is asked for again', () => {
  test('after Meta was down, while messages come in and go out', async () => {
    graph.answerWith((response) => response.writeHead(502).end());
    const { lead } = await sendPicture({ content: photo });
    await look();
    expect(await stateOf(lead)).toEqual(['waiting', null]);
    const { rows } = await app.pool.query('select fetch_after from meta_connections');
    expect(rows).toEqual([{ fetch_after: null }]);
    graph.answerWith(undefined);
    await look();
    expect(await stateOf(lead)).toEqual(['waiting', null]);
    later(6_000);
    await look();
    expect(await stateOf(lead)).toEqual(['stored', null]);
  });

  test('once a refused access token is replaced', async () => {
    graph.answerWith((response) => sendError(response, 190));
    const { lead } = await sendPicture({ content: photo });
    await look();
    graph.answerWith(undefined);
    later(6_000);
    await look();
    expect(await stateOf(lead)).toEqual(['waiting', null]);
    const params = { id: connection };
    await app.call(editConnection, { token, params, body: { pageToken: 'EAAother' } });
    await look();
    expect(await stateOf(lead)).toEqual(['stored', null]);
    await app.call(editConnection, { token, params, body: { pageToken: 'EAAtoken' } });
  });

  test('by another process when one ended in between, but not for ever', async () => {
    const { lead, media } = await sendPicture({ content: photo });
    const left = (unfinished: number) =>
      app.pool.query("update message_pictures set unfinished = $1, try_at = $2 where state = 'waiting'", [
        unfinished,
        app.clock.now(),
      ]);
    await left(3);
    await look();
    expect([await stateOf(lead), askedFor(media)]).toEqual([['failed', 'notPicture'], 0]);
    const other = await sendPicture({ content: photo });
    await left(2);
    await look();
    expect(await stateOf(other.lead)).toEqual(['stored', null]);
  });

  test('once there is room: in the next hour, or not at all where all of it is used', async () => {
    const { lead } = await sendPicture({ content: photo });
    await app.pool.query('update connection_volumes set bytes = $1', [10 * megabyte]);
    await look();
    expect(await stateOf(lead)).toEqual(['waiting', null]);
    app.clock.set(new Date('2026-03-10T07:00:00Z'));
    await look();
    expect(await stateOf(lead)).toEqual(['stored', null]);
    const { lead: next } = await sendPicture({ content: photo });
    const fill = (bytes: number) =>
      app.pool.query(
        `insert into stored_volumes values ($1, 64, 0, $2)
         on conflict (connection_id, slot) do update set bytes = excluded.bytes`,
        [connection, bytes],
      );
    await fill(15 * megabyte);
    await look();
    expect(await stateOf(next)).toEqual(['failed', 'noRoom']);
    await fill(0);
  });
});

describe('goes with its customer', () => {
  const nothing = { pictures: 0, files: 0 };
  async function left(delivery: string) {
    const { rows } = await app.pool.query(
      `select (select count(*)::int from message_pictures where delivery_id = $1) as pictures,
         (select count(*)::int from delivery_attachments where delivery_id = $1) as files`,
      [delivery],
    );
    return rows[0];
  }
  async function customerOf(lead: string) {
    const { data } = await app.call(getLeadPanel, { token, params: { id: lead } });
    const { data: found } = await app.call(listCustomers, { token, query: { search: data.lead.phone } });
    return { id: String(found.customers[0]?._id), phone: data.lead.phone };
  }
  async function erase(lead: string) {
    await app.call(moveLead, { token, params: { id: lead }, body: { status: 'completed' } });
    const { id, phone } = await customerOf(lead);
    expect((await app.call(eraseCustomer, { token, params: { id }, body: { phone } })).status).toBe(200);
  }

  test('into their export, and away when they are erased', async () => {
    const { lead, delivery, file } = await fetched();
    const { id } = await customerOf(lead);
    const url = `${basePath}${exportCustomer.path.replace(':id', id)}`;
    const { rawPayload } = await app.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
    const exported = (await unzip(rawPayload)).get(`files/${file}`);
    expect(exported && (await sharp(exported).metadata()).format).toBe('webp');
    expect(await left(delivery)).toEqual({ pictures: 1, files: 1 });
    await erase(lead);
    expect(await left(delivery)).toEqual(nothing);
    expect((await download(file)).statusCode).toBe(404);
  });

  test('also while it is being fetched', async () => {
    const { lead, delivery, media } = await sendPicture({ content: photo });
    const arrived = Promise.withResolvers<void>();
    const erased = Promise.withResolvers<void>();
    graph.answerWith(async (response, { id, host }) => {
      if (id === media) {
        const answer = { id, url: `http://${host}/media/${id}`, file_size: photo.length };
        response.end(JSON.stringify(answer));
        return;
      }
      arrived.resolve();
      await erased.promise;
      response.end(photo);
    });
    await app.app.pictures.look();
    await arrived.promise;
    await erase(lead);
    erased.resolve();
    await app.app.pictures.idle();
    expect(await left(delivery)).toEqual(nothing);
  });
});

test('it is deleted after the months that the dealer sets, which the timeline says, and its room is free again', async () => {
  const { lead, delivery, file } = await fetched();
  const stored = new Date(testNoon.getTime() - 200 * day);
  await app.pool.query('update message_pictures set stored_at = $1 where delivery_id = $2', [
    stored,
    delivery,
  ]);
  const young = await fetched();
  const months = async (pictureMonths: number | null) => {
    const query = pictureMonths === null ? {} : { pictureMonths };
    const { data } = await app.call(previewRetention, { token, query });
    await app.call(editRetention, { token, body: { pictureMonths } });
    while (await deleteOldPictures(app.context));
    return data.pictures;
  };
  expect(await months(null)).toBe(0);
  expect(await stateOf(lead)).toEqual(['stored', null]);
  expect(await months(6)).toBeGreaterThan(0);
  expect(await entryOf(lead)).toMatchObject({ picture: { state: 'expired', file: null, thumbnail: null } });
  expect(await stateOf(young.lead)).toEqual(['stored', null]);
  expect((await download(file)).statusCode).toBe(404);
  const { rows } = await app.pool.query(`
    select sum(bytes) = (select sum(octet_length(body)) from deliveries)
      + (select coalesce(sum(octet_length(content)), 0) from delivery_attachments) as "areEqual" from stored_volumes`);
  expect(rows).toEqual([{ areEqual: true }]);
});
