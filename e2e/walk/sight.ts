import { z } from 'zod';

const sight = z.object({
  front: z.string().nullable(),
  isPanel: z.boolean(),
  isWorked: z.boolean(),
  canFind: z.boolean(),
  dialog: z.string().nullable(),
  asked: z.string().nullable(),
  keys: z.array(z.object({ key: z.string(), label: z.string(), isOn: z.boolean() })),
  buttons: z.array(z.string()),
  fields: z.array(z.object({ label: z.string(), value: z.string() })),
  rows: z.array(z.string()),
  counts: z.array(z.object({ label: z.string(), said: z.number(), listed: z.number() })),
  focus: z.enum(['body', 'hidden', 'visible']),
  focused: z.string(),
  isTyping: z.boolean(),
  undo: z.string().nullable(),
  canStart: z.boolean(),
  isBusy: z.boolean(),
  said: z.array(z.string()),
});
export type Sight = z.infer<typeof sight>;

export const readSight = (value: unknown): Sight => sight.parse(value);

export const look = `(() => {
  const isShown = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0;
  const textOf = (one) => (one?.textContent ?? '').trim().replace(/\\s+/g, ' ');
  const all = (selector, within = document) => [...within.querySelectorAll(selector)].filter(isShown);
  const isOnTop = (one) => {
    const { left, width, top, height } = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  };
  const dialogs = all('[role=dialog], [role=alertdialog]');
  const panel = all('aside[aria-label^="Lead"]').find((one) => {
    const { left, width, top } = one.getBoundingClientRect();
    const at = document.elementsFromPoint(left + width / 2, top + 20).map((each) => each.closest('aside'));
    return at.find(Boolean) === one;
  });
  const isPage = location.pathname.startsWith('/main/lead/');
  const content = document.getElementById('content');
  const place = panel ?? (isPage ? content : null);
  const ownLabel = (button) =>
    (button.getAttribute('aria-label') ?? textOf(button)).replace(button.querySelector('kbd')?.textContent || '\\0', '').trim();
  const labelOf = (field) =>
    field.getAttribute('aria-label') ?? textOf(field.labels?.[0]).replace(/ ?\\*$/, '');
  const inFront = dialogs.at(-1) ?? place;
  const fields = inFront
    ? all('textarea, input:not([type]), input[type=text], input[type=time]', inFront).map((field) => ({
        label: labelOf(field), value: field.value,
      }))
    : [];
  const list = all('[data-rows]').at(-1);
  const isCovered = panel && (panel.dataset.sidePanel === 'wide' || innerWidth < 768);
  const rowsIn = (within) =>
    all('[data-row-focus]', within).filter((one) => !one.closest('[data-gone], [role=status]'));
  const number = (text) => Number((text.match(/[\\d,]+/) ?? ['NaN'])[0].replaceAll(',', ''));
  const counts = [];
  if (list && !isCovered) {
    const news = textOf(list.querySelector(':scope > [role=status]'));
    const waiting = number(news) || 0;
    const title = textOf(document.querySelector('h1'));
    const total = /\\(([\\d,]+) in total\\)/.exec(title);
    if (total && Number(total[1]) <= 10)
      counts.push({ label: title, said: Number(total[1]), listed: rowsIn(list).length + waiting });
    if (!news && !list.querySelector('[data-gone]'))
      for (const part of all('section[aria-labelledby^="queue-"]', list)) {
        const head = textOf(part.querySelector('h3'));
        if (all('button', part.firstElementChild).length || head.includes('+')) continue;
        const listed = rowsIn(part).filter((row) => !row.closest('[data-longest]')).length;
        counts.push({ label: head, said: Number(/(\\d+)$/.exec(head)?.[1]), listed });
      }
  }
  const active = document.activeElement;
  const undo = all('[data-quiet-lines] > div').find((one) => one.querySelector('[aria-keyshortcuts="Control+Z"]'));
  const buttons = inFront ? all('button', inFront).filter((one) => !one.closest('[inert]')) : [];
  return {
    front: panel ? panel.getAttribute('aria-label').replace(/^Lead(: )?/, '') : isPage ? textOf(document.querySelector('h1')) : null,
    isPanel: Boolean(panel),
    isWorked: Boolean(panel?.querySelector('[aria-keyshortcuts="s"], form[aria-label]:not(h3 ~ form)')),
    canFind: all('button[aria-label="Find a person or lead"], button[aria-label^="Find"]').some(isOnTop),
    dialog: dialogs.length ? (dialogs.at(-1).getAttribute('aria-label') ?? textOf(dialogs.at(-1)).slice(0, 40)) : null,
    asked: place?.querySelector('form[aria-label]:has([aria-keyshortcuts], button[type=submit])')?.getAttribute('aria-label') ?? null,
    keys: buttons.filter((one) => one.hasAttribute('aria-keyshortcuts')).map((one) => ({
      key: one.getAttribute('aria-keyshortcuts'), label: ownLabel(one), isOn: !one.matches('[aria-disabled=true], :disabled'),
    })),
    buttons: buttons.filter((one) => !one.matches('[aria-keyshortcuts], [aria-disabled=true], :disabled')).map(ownLabel),
    fields,
    rows: list && !isCovered ? rowsIn(list).map(textOf) : [],
    counts,
    focus: !active || active === document.body ? 'body' : isShown(active) ? 'visible' : 'hidden',
    focused: active ? (active.getAttribute('aria-label') ?? textOf(active).slice(0, 80)) : '',
    isTyping: Boolean(active?.closest('input, textarea, select, [role=menu]')),
    undo: undo ? textOf(undo.querySelector('p')) : null,
    canStart: all('header [aria-keyshortcuts=s]').some((one) => !one.disabled),
    isBusy: all('[aria-busy=true], [data-loading]').length > 0,
    said: all('[role=status], [role=alert]').map(textOf).filter(Boolean),
  };
})()`;
