import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { IntlProvider } from 'use-intl';
import { expect, test, vi } from 'vitest';
import { en, type Texts } from './en.ts';

// The connection, which a list that cannot be read asks for, listens to the browser.
vi.stubGlobal('window', { addEventListener: () => undefined });
const { NoMatch } = await import('#web/ui/list/list-states.tsx');
vi.unstubAllGlobals();

const ui = { ...en.ui, noMatch: 'কিছু মেলেনি', clearFilters: 'মুছুন' };
const bangla: Texts = { ...en, ui };

function Screen() {
  const list = createElement(NoMatch, { onClear: () => undefined });
  const children = createElement(MantineProvider, null, list);
  return IntlProvider({ locale: 'bn', messages: bangla, timeZone: 'UTC', children });
}

test('another language is an object of the same type, and screens show it', () => {
  const shown = renderToString(createElement(Screen));
  expect(shown.replaceAll(/<style.*?<\/style>|<[^>]*>/gs, ' ').split(/\s{2,}/)).toEqual(
    expect.arrayContaining(['কিছু মেলেনি', 'মুছুন']),
  );
});
