import { expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { z } from 'zod';
import type { Demo, Session } from './demo.ts';

/** Fills in the login form and submits it; what comes next is not awaited. */
export async function submitLoginForm(page: Page, password: string, email?: string): Promise<void> {
  const login = page.getByRole('button', { name: 'Login' });
  await expect(login).toBeVisible();
  if (email) await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await login.click();
}

export const profileMenuButton = (page: Page) => page.getByRole('button', { name: /^Profile of / });

/** Opens an entry of the profile menu. */
export async function openFromProfileMenu(page: Page, entry: string): Promise<void> {
  await profileMenuButton(page).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

/**
 * Generates the present code of an authenticator app.
 *
 * @param secret in base32.
 */
export const generateAppCode = (secret: string) => TOTP.generate({ secret: Secret.fromBase32(secret) });

/** Sets up an authenticator app for a session's employee by the API. */
export async function turnOnTwoStepLogin(demo: Demo, session: Session): Promise<void> {
  const { body } = await demo.call('POST', '/session/secondFactor/app', {}, session);
  const { secret } = z.object({ secret: z.string() }).parse(body);
  await demo.call('POST', '/session/secondFactor/app/confirm', { code: generateAppCode(secret) }, session);
}
