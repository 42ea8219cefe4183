import { z } from 'zod';

/** A dialog in the URL: its name, and the id of its record, whose parts have dots between them. */
export type OpenDialog = { name: string; id: string };

const oneDialog = /^[a-z][\w.]{0,40}(?::[\w.-]{1,500})?$/i;

/** The dialogs that are open, as one string with commas between them, from the lowest to the one in front: `customer.view:<id>,customer.edit:<id>`. */
export const dialogSearch = z
  .string()
  .refine((dialogs) => dialogs.split(',').every((dialog) => oneDialog.test(dialog)))
  .optional()
  .catch(undefined);

/** Splits the URL's `dialog` into its dialogs, from the lowest to the one in front; whether dialogs of these names exist is not checked. */
export function parseDialogs(dialogs: string | undefined): OpenDialog[] {
  if (!dialogs) return [];
  return dialogs.split(',').map((dialog) => {
    const [name = '', id = ''] = dialog.split(':');
    return { name, id };
  });
}

/** Writes dialogs as the URL's `dialog`, from the lowest to the one in front; undefined for none. */
export function formatDialogs(dialogs: readonly OpenDialog[]): string | undefined {
  return dialogs.map(({ name, id }) => (id ? `${name}:${id}` : name)).join(',') || undefined;
}
