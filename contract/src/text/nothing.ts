/** People, spreadsheets, databases, Python and other CRMs write these words where a value is missing. */
const nothing = new Set([
  ...[
    '',
    'null',
    'n/a',
    'na',
    'n.a.',
    '#n/a',
    'nil',
    'none',
    '-none-',
    '(no value)',
    '(none)',
    'nan',
    '#nan',
  ],
  ...['undefined', '#ref!', '#value!', '#div/0!', '#name?', '#null!', '#num!', '#error!', '<null>', '[null]'],
  ...['.', '?', 'প্রযোজ্য নয়', 'নেই'].map((text) => text.normalize('NFC')),
]);

/** Tells whether a text says that a value is missing: `N/A`, `None`, `#REF!`, `---`. */
export function isNothing(text: string): boolean {
  const form = text.trim().normalize('NFC').toLowerCase();
  return nothing.has(form) || /^[-\u2010-\u2015\u2212]+$/.test(form);
}
