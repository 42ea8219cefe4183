import type { Page } from '@playwright/test';
import { connectionWithSecret } from '#contract/intake/connections.ts';
import { websiteForm as websiteFormReply } from '#contract/intake/forms.ts';
import type { Demo } from './demo.ts';
import { desktopContext, type Picture, phoneContext } from './picture.ts';
import { readCenters } from './sample-lead.ts';

let websiteForm: Promise<string> | undefined;
function websiteFormOf(demo: Demo): Promise<string> {
  websiteForm ??= (async () => {
    const session = await demo.session('superAdmin');
    const centers = await readCenters(demo, session);
    const consent = 'You may call me about this. I can take that back at any time.';
    const texts = { en: { title: 'Book a service', consent, thanks: null }, bn: null };
    const { body } = await demo.call(
      'POST',
      '/management/forms',
      {
        ...{ name: 'Website', texts, centers: centers.map(({ _id }) => _id), offerings: [], asksDay: true },
        ...{ thanksAddress: null, origins: ['https://www.example.com'] },
      },
      session,
    );
    return websiteFormReply.parse(body).path;
  })();
  return websiteForm;
}

async function connectionsOf(demo: Demo): Promise<string> {
  const session = await demo.session('superAdmin');
  const portal = { name: 'Car portal', platform: 'website' };
  const { body } = await demo.call('POST', '/management/connections', portal, session);
  const { connection, secret } = connectionWithSecret.parse(body);
  for (const name of ['Nusrat Jahan', 'Kamal Hossain', 'Imran Chowdhury'])
    await fetch(demo.url + connection.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}` },
      body: JSON.stringify({ name, branch: 'Mirpur' }),
    });
  return '/main/settings/connections';
}

function setUp(name: string, kind: string, keys: Record<string, string> = {}): Omit<Picture, 'name'> {
  return {
    level: 'superAdmin',
    options: desktopContext,
    path: '/main/settings/connections?dialog=connection.new',
    async ready(page: Page) {
      await page.getByLabel('Name').fill(name);
      await page.getByLabel('Enquiries come from').selectOption(kind);
      for (const [label, key] of Object.entries(keys))
        await page.getByLabel(label, { exact: true }).fill(key);
      if (kind === 'WhatsApp')
        await page.getByLabel('Service center', { exact: true }).selectOption({ index: 1 });
      await page.keyboard.press('Control+Enter');
      await page.getByRole('dialog', { name: 'Set up the sender' }).waitFor();
      const toast = page.getByText('Connection added');
      await toast.waitFor();
      await toast.waitFor({ state: 'hidden' });
    },
  };
}

const appSecret = { 'App secret': '0123456789abcdef' };

export const connectionPictures: Picture[] = [
  {
    name: 'lead-ads',
    ...setUp('Facebook page', 'Facebook and Instagram lead ads', {
      ...appSecret,
      'Access token': 'EAAtoken',
    }),
  },
  {
    name: 'whatsapp',
    ...setUp('WhatsApp', 'WhatsApp', {
      ...appSecret,
      'Access token': 'EAAtoken',
    }),
  },
  { name: 'mailbox', ...setUp('Mailbox', 'Email') },
  { name: 'webhook', ...setUp('Web shop', 'Another program') },
  {
    name: 'website-form',
    level: 'superAdmin',
    options: desktopContext,
    path: async (demo) =>
      `/main/settings/connections?dialog=websiteForm.edit:${(await websiteFormOf(demo)).split('/').pop()}`,
    ready: (page) => page.getByRole('heading', { name: 'Put it on your website' }).waitFor(),
  },
  {
    name: 'website-form-phone',
    options: { ...phoneContext, deviceScaleFactor: 2 },
    path: websiteFormOf,
    ready: (page) => page.getByRole('button', { name: 'Send' }).waitFor(),
  },
  {
    name: 'connections',
    level: 'superAdmin',
    options: { viewport: { width: 1440, height: 560 } },
    path: connectionsOf,
    ready: (page) => page.getByRole('row', { name: /Car portal.*3 received/ }).waitFor(),
  },
];
