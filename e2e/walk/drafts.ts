import type { Sight } from './sight.ts';

export class Drafts {
  #typed = new Map<string, string>();
  #owners = new Map<string, string>();

  keep(seen: Sight, label: string, text: string): void {
    this.#typed.set(keyOf(seen, label), text);
    this.#owners.set(text, seen.front ?? '');
  }

  get(seen: Sight, label: string): string | undefined {
    return this.#typed.get(keyOf(seen, label));
  }

  forget(seen: Sight, label: string): void {
    this.#typed.delete(keyOf(seen, label));
  }

  forgetDialogs(): void {
    for (const key of this.#typed.keys()) if (key.includes(' | dialog | ')) this.#typed.delete(key);
  }

  faults(seen: Sight): string[] {
    return seen.fields.filter(isNote).flatMap(({ label, value }) => {
      const typed = this.get(seen, label);
      if (typed !== undefined && typed !== value)
        return [`${seen.front}: ${label} says “${value}” instead of “${typed}”`];
      const owner = this.#owners.get(value);
      return owner === undefined || owner === seen.front
        ? []
        : [`${seen.front}: ${label} says what was typed for ${owner}`];
    });
  }
}

/** Says what a person writes to the customer, by the field's label. */
export const reply = 'Reply on WhatsApp';
/** They are the same beside a list, on a page and while working. */
const shared = ['Comment', reply];

export function isNote({ label }: { label: string }): boolean {
  return shared.includes(label) || label.startsWith('Note');
}

function keyOf({ front, dialog, isWorked }: Sight, label: string): string {
  return [
    front,
    dialog ? `dialog | ${dialog}` : isWorked && !shared.includes(label) ? 'work' : 'lead',
    label,
  ].join(' | ');
}
