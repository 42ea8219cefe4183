import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { login } from '#contract/auth.ts';
import { basePath } from '#contract/call/endpoint.ts';
import { getDealer } from '#contract/dealer.ts';
import { listActiveServiceCenters, listOwnServiceCenters } from '#contract/service-centers.ts';
import { getMe } from '#contract/session.ts';
import { checkDealerSetUpLink, type setUpDealer } from '#contract/setup.ts';
import { loadSampleDealer } from '#server/sample/sample-dealer.service.ts';
import { signedInBy, TestApp } from '#server/testing/test-app.ts';
import { createSetUpLink } from './setup.service.ts';

let app: TestApp;
let token: string;

beforeEach(async () => {
  app = await TestApp.open({ isSetUp: false });
  token = await newToken();
});
afterEach(() => app.close());

async function newToken(): Promise<string> {
  const link = await createSetUpLink(app.context, 'https://dealer.example');
  return link?.replace('https://dealer.example/setup/', '') ?? '';
}

const fields = {
  dealerName: 'Meghna Motors',
  timeZone: 'Asia/Dhaka',
  phoneCountry: 'BD',
  serviceCenterName: 'Tejgaon',
  serviceCenterAddress: '',
  name: 'Ayesha',
  email: 'Ayesha@Example.com',
  password: 'winter-tyres-4',
};

async function send(values: Record<string, string>, logo?: Blob, withToken = token) {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  if (logo) form.set('logo', logo, 'logo.png');
  const encoded = new Response(form);
  return app.send<typeof setUpDealer>({
    method: 'POST',
    url: `${basePath}/public/setup/${withToken}`,
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
}

describe('the set-up', () => {
  test('makes the dealer, the first center and the first superAdmin, who is signed in and can sign in again', async () => {
    expect((await app.call(getDealer)).data).toMatchObject({ isSetUp: false });
    expect((await app.call(checkDealerSetUpLink, { params: { token } })).status).toBe(200);
    const picture = await sharp({ create: { width: 900, height: 300, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const made = await send(fields, new Blob([new Uint8Array(picture)], { type: 'image/png' }));
    expect(made.status).toBe(201);
    expect(made.data).toMatchObject({ name: 'Ayesha', email: 'ayesha@example.com', level: 'superAdmin' });

    const dealer = (await app.call(getDealer)).data;
    expect(dealer).toMatchObject({
      isSetUp: true,
      name: 'Meghna Motors',
      timeZone: 'Asia/Dhaka',
      phoneCountry: 'BD',
    });
    const logo = await app.app.inject(`/${dealer.logo}`);
    expect(logo.headers).toMatchObject({ 'content-type': 'image/webp' });
    expect(String(logo.headers['cache-control'])).toContain('immutable');
    expect(await sharp(logo.rawPayload).metadata()).toMatchObject({
      format: 'webp',
      width: 512,
      height: 171,
    });

    expect((await app.call(getMe, { token: made.data.token })).data.name).toBe('Ayesha');
    const again = await app.call(login, { body: { email: 'AYESHA@example.com', password: fields.password } });
    const signedIn = signedInBy(again);
    const centers = await app.call(listActiveServiceCenters, { token: signedIn.token });
    expect(centers.data.serviceCenters).toMatchObject([{ name: 'Tejgaon', address: null, isActive: true }]);
    expect((await app.call(listOwnServiceCenters, { token: signedIn.token })).data).toHaveLength(1);
  });

  test('works once, whatever links were handed out', async () => {
    const other = await newToken();
    const answers = await Promise.all([send(fields), send(fields), send(fields, undefined, other)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 404, 404]);
    for (const link of [token, other]) {
      expect((await app.call(checkDealerSetUpLink, { params: { token: link } })).status).toBe(404);
    }
    expect(await newToken()).toBe('');
  });

  test('is refused by an unknown link', async () => {
    expect((await app.call(checkDealerSetUpLink, { params: { token: 'guessed' } })).status).toBe(404);
    expect((await send(fields, undefined, 'guessed')).status).toBe(404);
  });

  test.each([
    ['dealerName', { dealerName: ' ' }],
    ['timeZone', { timeZone: 'Mars/Olympus' }],
    ['phoneCountry', { phoneCountry: 'Bangladesh' }],
    ['serviceCenterName', { serviceCenterName: '' }],
    ['email', { email: 'ayesha@' }],
    ['password', { password: 'short' }],
    ['password', { password: 'password123' }],
    ['password', { password: 'x'.repeat(25) }],
    ['level', { level: 'superAdmin' }],
  ])('refuses a wrong %s beside it and keeps the link: %j', async (field, wrong) => {
    const { status, error } = await send({ ...fields, ...wrong });
    expect(status).toBe(400);
    expect(Object.keys(error.fields ?? {})).toEqual([field]);
    expect((await app.call(checkDealerSetUpLink, { params: { token } })).status).toBe(200);
  });

  test.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a GIF', 'GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000;'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['nothing of the kind', 'just text'],
  ])('refuses %s as a logo and leaves nothing behind', async (_kind, content) => {
    const { status, error } = await send(fields, new Blob([content], { type: 'image/png' }));
    expect(status).toBe(400);
    expect(error.fields).toHaveProperty('logo');
    expect((await app.call(getDealer)).data.isSetUp).toBe(false);
    expect((await app.pool.query('select from pictures')).rowCount).toBe(0);
  });

  test('refuses a picture of too many pixels', async () => {
    const huge = await sharp({ create: { width: 6_000, height: 5_000, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    expect((await send(fields, new Blob([new Uint8Array(huge)], { type: 'image/png' }))).status).toBe(400);
  });
});

test('the sample dealer keeps the numbers of its country where they are foreign', {
  timeout: 120_000,
}, async () => {
  const enough = new Error('enough of it');
  const dealer = {
    timeZone: 'Asia/Kathmandu',
    phoneCountry: 'NP',
    serviceMayCorrect: false,
    serviceMayMerge: false,
    serviceMayOverbook: false,
  };
  const progress = () => {
    throw enough;
  };
  await expect(loadSampleDealer(app.context, dealer, { progress })).rejects.toBe(enough);
  const { rows } = await app.pool.query<{ phone: string }>('select phone from leads');
  expect(rows.length).toBeGreaterThan(50);
  for (const { phone } of rows) expect(phone).toMatch(/^\+8801\d{9}$/);
});
