import { expect, type Locator, type Page } from '@playwright/test';

type Within = Page | Locator;

/** Chooses an option of a select by its text, or by its index. */
export async function chooseOption(within: Within, label: string, option: string | number): Promise<void> {
  const select = within.getByRole('combobox', { name: label });
  await select.selectOption(typeof option === 'number' ? { index: option } : { label: option });
}

/** Finds all options of a select. */
export const optionsOf = (within: Within, label: string): Locator =>
  within.getByRole('combobox', { name: label }).locator('option');

/** Finds the option that is chosen in a select. */
export const chosenOption = (within: Within, label: string): Locator =>
  within.getByRole('combobox', { name: label }).locator('option:checked');

export const expectChosenOption = (within: Within, label: string, option: string | RegExp): Promise<void> =>
  expect(chosenOption(within, label)).toHaveText(option);
