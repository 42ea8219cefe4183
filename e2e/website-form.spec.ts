import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectPlainAccessible } from './support/accessible.ts';
import { chooseConnectionAction } from './support/connections.ts';
import type { Demo } from './support/demo.ts';
import { readCenters } from './support/sample-lead.ts';
import { expectFitsPhone, phoneScreen as phoneSize } from './support/screen-sizes.ts';
import { expect, test } from './support/test.ts';

class Site {
  readonly pages = new Map<string, { body: string; policy: string }>();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer(({ url = '' }, answer) => {
      const { body = '', policy = "default-src 'none'" } = this.pages.get(url.split('?')[0] ?? '') ?? {};
      answer.setHeader('content-type', 'text/html; charset=utf-8');
      answer.setHeader('content-security-policy', policy);
      answer.end(
        `<!doctype html><html lang="en"><title>Dealer</title><main><h1>Welcome</h1>${body}</main></html>`,
      );
    });
  }

  static async open(): Promise<Site> {
    const site = new Site();
    await new Promise<void>((resolve) => site.#server.listen(0, 'localhost', resolve));
    return site;
  }

  get origin(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

let phones = 0;
const newPhone = () => `0181${String(Date.now() + ++phones).slice(-7)}`;

async function sendOnceSlow(button: Locator, done: Locator): Promise<void> {
  await expect(async () => {
    if (await button.isVisible()) await button.click();
    await expect(done).toBeVisible({ timeout: 1_500 });
  }).toPass();
}

async function addForm(demo: Demo, more: object): Promise<string> {
  const session = await demo.session('superAdmin');
  const [center] = await readCenters(demo, await demo.session('manager'));
  const texts = { title: 'Book a service', consent: 'You may call me about this.', thanks: null };
  const bangla = { title: 'সার্ভিস বুক করুন', consent: 'এ বিষয়ে আমাকে ফোন করতে পারেন।', thanks: null };
  const { body } = await demo.call(
    'POST',
    '/management/forms',
    {
      ...{ name: `Page ${newPhone()}`, texts: { en: texts, bn: bangla }, centers: [center?._id] },
      ...{ offerings: [], asksDay: true, thanksAddress: null, origins: [], ...more },
    },
    session,
  );
  return (body as { path: string }).path;
}

test('a form is made, and another site sends it with scripts and without: the leads appear by themselves', async ({
  openAs,
  browser,
  demo,
}) => {
  const site = await Site.open();
  const page = await openAs('superAdmin');
  const name = `Website ${Date.now()}`;
  let copied: string[] = [];

  await test.step('a super admin makes it, and is told how to put it on a site', async () => {
    await page.goto('/main/settings/connections');
    await page.getByRole('button', { name: 'Add connection' }).click();
    const form = page.getByRole('dialog', { name: 'Add connection' });
    await form.getByLabel('Name').fill('Web');
    await form.getByLabel('Enquiries come from').selectOption('Website form');
    await expect(page).toHaveURL(/websiteForm\.new/);
    await expect(form.getByLabel('Name'), 'what was typed').toHaveValue('Web');
    await form.getByLabel('Name', { exact: true }).fill(name);
    await expect(form.getByLabel('Title', { exact: true })).toHaveValue('Book a service');
    await form.getByLabel('Consent', { exact: true }).fill('You may call me.');
    await form.getByLabel('Websites that may show it').fill(`${site.origin}/contact`);
    await page.keyboard.press('Control+Enter');
    const made = page.getByRole('dialog', { name: 'Edit website form' });
    await expect(made.getByRole('heading', { name: 'Put it on your website' })).toBeVisible();
    await expect(made.getByRole('alert')).toContainText('Set PUBLIC_URL to the address that people use');
    copied = await made.locator('pre').allTextContents();
    await made.getByText('Plain form, for websites without scripts').click();
    await expectAccessible(page, 'best-practice');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await chooseConnectionAction(page, name, 'Edit');
    await expect(made.getByLabel('Title', { exact: true })).toHaveValue('Book a service');
    await expect(made.getByLabel('Paused')).not.toBeChecked();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
  const [address = '', script = '', html = ''] = copied;
  const only = `default-src 'none'; base-uri 'none'; form-action ${demo.url}`;
  const withScript = `${only}; script-src ${demo.url}; connect-src ${demo.url}; require-trusted-types-for 'script'`;
  site.pages.set('/script', { body: script, policy: withScript });
  site.pages.set('/plain', { body: html, policy: only });
  site.pages.set('/frame', {
    body: `<iframe title="Form" src="${address}"></iframe>`,
    policy: `default-src 'none'; frame-src ${demo.url}`,
  });

  const other = await openAs('manager');
  await other.goto('/main/leadsByStatus/pending');
  await other.getByRole('heading', { name: /^Pending/ }).waitFor();
  const search = other.getByRole('textbox', { name: 'Search', exact: true });
  const fillIn = async (visitor: Page, who: string, number: string) => {
    await visitor.getByLabel('Your name').fill(who);
    await visitor.getByLabel('Phone number').fill(number);
    await visitor.getByLabel('Service center').selectOption({ index: 1 });
    await visitor.getByLabel('Message (optional)').fill('Oil change, please');
    await visitor.getByLabel('You may call me.').check();
  };

  await test.step('with scripts', async () => {
    const visitor = await openAs(undefined);
    const who = `Nusrat ${Date.now()}`;
    const number = newPhone();
    await visitor.goto(`${site.origin}/script?utm_campaign=eid`);
    await visitor.getByRole('heading', { name: 'Book a service' }).waitFor();
    await fillIn(visitor, who, '0181');
    const thanks = visitor.getByRole('status').filter({ hasText: 'Thank you' });
    const send = visitor.getByRole('button', { name: 'Send', exact: true });
    await expect(async () => {
      await send.click();
      const description = 'This phone number is too short';
      await expect(visitor.getByLabel('Phone number')).toHaveAccessibleDescription(description, {
        timeout: 1_500,
      });
    }).toPass();
    await expect(visitor.getByLabel('Phone number')).toBeFocused();
    await expectPlainAccessible(visitor);
    await visitor.getByLabel('Phone number').fill(number);
    await sendOnceSlow(send, thanks);
    await search.fill(number);
    await expect(other.getByRole('button', { name: who, exact: true })).toBeVisible();
  });

  await test.step('without', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const visitor = await context.newPage();
    const who = `Karim ${Date.now()}`;
    const number = newPhone();
    await visitor.goto(`${site.origin}/plain`);
    await fillIn(visitor, who, number);
    await visitor.getByRole('button', { name: 'Send' }).click();
    await expect(visitor.getByRole('alert')).toHaveText('Check what you entered, then send it.');
    await expect(visitor.getByLabel('Phone number')).toHaveValue(number);
    await visitor.getByRole('button', { name: 'Send' }).click();
    await expect(visitor.getByRole('status')).toContainText('Thank you');
    await context.close();
    await search.fill(number);
    await expect(other.getByRole('button', { name: who, exact: true })).toBeVisible();
  });
  await test.step('framed by its site; another one shows no more than a link', async () => {
    const visitor = await openAs(undefined);
    await visitor.goto(`${site.origin}/frame`);
    await expect(
      visitor.frameLocator('iframe').getByRole('heading', { name: 'Book a service' }),
    ).toBeVisible();
    const stranger = await Site.open();
    stranger.pages.set('/', { body: script, policy: '' });
    const context = await browser.newContext();
    const lost = await context.newPage();
    await lost.goto(stranger.origin);
    await expect(lost.getByRole('link', { name: /^Open the form/ })).toHaveAttribute('href', address);
    await context.close();
    stranger.close();
  });
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('2 received');
  site.close();
});

test.describe('the page of a form on a phone', () => {
  test.use({ ...phoneSize });

  test('is accessible in both languages and colour schemes, filled in or not', async ({ page, demo }) => {
    const path = await addForm(demo, {});
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Book a service' })).toBeVisible();
    await expectPlainAccessible(page);
    await expectFitsPhone(page);
    await page.getByLabel('Your name').fill('রহিম');
    await page.getByRole('link', { name: 'বাংলা' }).click();
    await expect(page.getByLabel('আপনার নাম')).toHaveValue('রহিম');
    await page.getByLabel('ফোন নম্বর').fill('0171');
    await page.getByRole('checkbox').check();
    const fault = page.getByText('ফোন নম্বরে অঙ্ক কম আছে');
    await sendOnceSlow(page.getByRole('button', { name: 'পাঠান' }), fault);
    await expect(page.getByLabel('ফোন নম্বর')).toBeFocused();
    await expect(page.getByLabel('ফোন নম্বর')).toHaveAccessibleDescription('ফোন নম্বরে অঙ্ক কম আছে');
    await expect(page.getByLabel('আপনার নাম')).toHaveValue('রহিম');
    await expectPlainAccessible(page);
    await expectFitsPhone(page);
    await page.getByLabel('ফোন নম্বর').fill(newPhone());
    await sendOnceSlow(page.getByRole('button', { name: 'পাঠান' }), page.getByRole('status'));
    await expectPlainAccessible(page);
  });
});
