import { expect, type Locator, type Page } from '@playwright/test';

type Within = Page | Locator;

export async function choose(within: Within, label: string, option: string | number): Promise<void> {
  const select = within.getByRole('combobox', { name: label });
  await select.selectOption(typeof option === 'number' ? { index: option } : { label: option });
}

export const offered = (within: Within, label: string): Locator =>
  within.getByRole('combobox', { name: label }).locator('option');

export const chosen = (within: Within, label: string): Locator =>
  within.getByRole('combobox', { name: label }).locator('option:checked');

export const expectChosen = (within: Within, label: string, option: string | RegExp): Promise<void> =>
  expect(chosen(within, label)).toHaveText(option);
