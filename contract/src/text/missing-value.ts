/** People, spreadsheets, databases, Python and other CRMs write these words where a value is missing, also in brackets. */
const nothing = new Set(
  [
    ...[
      '',
      'null',
      'n/a',
      'na',
      'n\\a',
      'n.a',
      'nil',
      'none',
      'no value',
      'nan',
      'nat',
      'undefined',
      'pd.na',
    ],
    ...['empty', 'blank', 'প্রযোজ্য নয়', 'নেই'],
    ...['#n/a', '#n/a n/a', '#nan', '#ref!', '#value!', '#div/0!', '#name?', '#null!', '#num!', '#error!'],
    ...['#spill!', '#calc!', '#getting_data', '#field!', '#blocked!', '#connect!', '#unknown!', '#n/a!'],
    '[object object]',
  ].map((text) => text.normalize('NFC')),
);

/** People write these where a form asks for what they do not know or have said already; they may be somebody's words elsewhere. */
const placeholders = new Set(
  [
    ...[
      'not available',
      'not applicable',
      'not provided',
      'not given',
      'not specified',
      'not known',
      'unknown',
    ],
    ...['unavailable', 'missing', 'same', 'same as above', 'as above', 'same as before', 'ditto'],
    ...['-do-', 'tbd', 'tba', 'no phone', 'no number', 'no phone number', 'no mobile', 'no email'],
    ...['no email address', 'no mail', 'dont have', "don't have"],
    ...['নাই', 'জানা নেই', 'জানি না', 'দেওয়া হয়নি', 'উপরের মতো', 'একই', 'ফোন নেই', 'নম্বর নেই', 'ইমেইল নেই'],
  ].map((text) => text.normalize('NFC')),
);

/** Tells whether a text says that a value is missing: `N/A`, `None`, `#REF!`, `---`. */
export function isMissingValue(text: string): boolean {
  return nothing.has(plainForm(text));
}

/** Tells whether a text is filled in where a field with a form of its own, such as a number or an address, has no value: `same as above`, `xxx`. */
export function isFillerText(text: string): boolean {
  const form = plainForm(text);
  return nothing.has(form) || placeholders.has(form) || /^([x0*#])\1+$/.test(form);
}

/** A text as it is compared: without brackets around it, a full stop behind it, or blanks around a stroke. */
function plainForm(text: string): string {
  if (text.length > longest) return text;
  const form = text
    .trim()
    .normalize('NFC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/ ?\/ ?/g, '/');
  if (/^[\s.?~_"'`´…\-\u2010-\u2015\u2212]+$/.test(form)) return '';
  const inner = /^[([{<](.*)[)\]}>]$/.exec(form)?.[1] ?? form;
  const bare = nothing.has(form) ? form : inner.trim().replace(/^-(?=none-$)|(?<=^-none)-$/g, '');
  return bare.length > 1 ? bare.replace(/\.$/, '') : bare;
}

/** Characters of the longest text that can be one of these. */
const longest = 40;
