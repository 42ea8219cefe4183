import { expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { z } from 'zod';
import type { Demo, Session } from './demo.ts';

export async function logIn(page: Page, password: string, email?: string): Promise<void> {
  const login = page.getByRole('button', { name: 'Login' });
  await expect(login).toBeVisible();
  if (email) await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await login.click();
}

export const profileMenu = (page: Page) => page.getByRole('button', { name: /^Profile of / });

export async function fromProfileMenu(page: Page, entry: string): Promise<void> {
  await profileMenu(page).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

export const codeOf = (secret: string) => TOTP.generate({ secret: Secret.fromBase32(secret) });

export async function turnOnTwoStepLogin(demo: Demo, session: Session): Promise<void> {
  const { body } = await demo.call('POST', '/session/secondFactor/app', {}, session);
  const { secret } = z.object({ secret: z.string() }).parse(body);
  await demo.call('POST', '/session/secondFactor/app/confirm', { code: codeOf(secret) }, session);
}
