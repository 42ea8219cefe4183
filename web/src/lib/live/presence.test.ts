import { afterEach, expect, test, vi } from 'vitest';
import { maxTabsPerPerson } from '#contract/presence.ts';

// The session, which says whose own tabs to leave out, listens to other tabs.
vi.stubGlobal('window', { addEventListener: () => undefined });
const { presenceStore: presence } = await import('./presence.ts');
vi.unstubAllGlobals();

afterEach(() => presence.load([]));

const person = (name: string) => ({ _id: name, name });
const tell = (name: string, tab: string, lead: string, isOpen = true) =>
  presence.hear({ by: person(name), tab, lead, isOpen });
const at = (lead: string) => presence.at(lead).map(({ name }) => name);

test('of one person the newest tabs are remembered, of everybody else all (F41)', () => {
  tell('Rokeya', 'hers', 'lead 0');
  for (let tab = 0; tab <= maxTabsPerPerson; tab++) tell('Farid', `tab ${tab}`, `lead ${tab}`);
  expect(at('lead 0')).toEqual(['Rokeya']);
  expect(at('lead 1')).toEqual(['Farid']);
  tell('Farid', 'tab 1', 'lead 1');
  tell('Farid', 'one more', 'elsewhere');
  expect(at('lead 1')).toEqual(['Farid']);
  expect(at('lead 2')).toEqual([]);
});
