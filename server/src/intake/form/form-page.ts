import type { WebsiteFormLanguage } from '#contract/intake/forms.ts';
import { type FormField, honeypotName, listFormFields, visitorSourceNames } from './form-fields.ts';
import { proofBits } from './form-key.ts';
import { formWords } from './form-texts.ts';
import { getFormPath, type OpenForm } from './open-form.service.ts';
import { type FormFaults, isSameText } from './read-sent.ts';

// `typed`: what stands in the fields; `notice`: above them, with the centers' numbers if it `saysNumbers`; `hidden`: what is sent
// along, such as the key.
type Shown = {
  language: WebsiteFormLanguage;
  typed?: URLSearchParams;
  faults?: FormFaults;
  notice?: string;
  saysNumbers?: boolean;
  hidden: Record<string, string>;
};

/** Renders the page of a form, which needs neither scripts nor cookies. */
export function renderFormPage(
  form: OpenForm,
  { language, typed, faults = {}, notice, saysNumbers, hidden }: Shown,
): string {
  const words = formWords[language];
  const fields = listFormFields(form, language);
  const firstFault = fields.find(({ name }) => faults[name])?.name;
  const said = notice ?? (firstFault && words.mend);
  const parts = [
    said &&
      `<div class="notice" role="alert">${escaped(said)}${saysNumbers ? callUs(form, language) : ''}</div>`,
    `<form method="post" action="${getFormPath(form.id)}">`,
    ...fields.map((field) =>
      fieldOf(field, {
        value: typed?.get(field.name) ?? undefined,
        fault: faults[field.name],
        isFirst: field.name === firstFault,
        choose: words.choose,
      }),
    ),
    `<div class="trap" aria-hidden="true"><label for="${honeypotName}">${words.homepage}</label>`,
    `<input id="${honeypotName}" name="${honeypotName}" tabindex="-1" autocomplete="off"></div>`,
    ...Object.entries(hidden).map(([name, value]) => hiddenField(name, value)),
    `<button type="submit">${words.send}</button>`,
    '</form>',
  ];
  const content = parts.filter(Boolean).join('\n');
  return wholePage(form, language, content, { before: said && firstFault ? `${said} ` : '', hidden });
}

/** Renders the page after a form was sent, as HTML, with a link to send another. */
export function renderThanksPage(
  form: OpenForm,
  language: WebsiteFormLanguage,
  text: string,
  link: string,
): string {
  const back = `<p><a href="${getFormPath(form.id)}?lang=${language}">${escaped(link)}</a></p>`;
  return wholePage(form, language, `<p class="word" role="status">${escaped(text)}</p>\n${back}`);
}

/** Renders the page of a form that takes nothing now, as HTML, with the numbers to call. */
export function renderClosedPage(form: OpenForm, language: WebsiteFormLanguage, text: string): string {
  const said = `${escaped(text)}${callUs(form, language)}`;
  return wholePage(form, language, `<div class="word" role="status">${said}</div>`);
}

function callUs({ centers }: OpenForm, language: WebsiteFormLanguage): string {
  const numbers = centers.flatMap(({ name, contactNo }) =>
    contactNo
      ? `<li>${escaped(name)} <a href="tel:${contactNo.replace(/[^+\d]/g, '')}">${escaped(contactNo)}</a></li>`
      : [],
  );
  const said = `<p>${formWords[language].call}</p><ul class="numbers">${numbers.slice(0, 5).join('')}</ul>`;
  return numbers.length === 0 ? '' : said;
}

/**
 * Renders the page for a visitor where there is no form. `title`: what happened; `text`: what to do; without a `dealer`, who may be
 * unknown, it has no header.
 */
export function renderFailurePage(
  language: WebsiteFormLanguage,
  { title, text, dealer }: { title: string; text: string; dealer: OpenForm['dealer'] | undefined },
): string {
  const body = [
    '<main>',
    dealer && headerOf(dealer),
    `<h1>${escaped(title)}</h1>`,
    `<p class="word">${escaped(text)}</p>`,
    '</main>',
  ];
  return documentOf(
    language,
    [title, dealer?.name].filter(Boolean).join(' · '),
    '',
    body.filter(Boolean).join('\n'),
  );
}

/** Renders a form's HTML for a page of the dealer's own: what it sends is shown once more on the page of the form. */
export function renderPlainForm(form: OpenForm, language: WebsiteFormLanguage): string {
  const words = formWords[language];
  return [
    `<form method="post" action="${getFormPath(form.id)}" accept-charset="utf-8" lang="${language}">`,
    // It may stand there for years.
    ...listFormFields(form, language).map(
      ({ min: _min, max: _max, ...field }) => `  ${fieldOf(field, { choose: words.choose })}`,
    ),
    `  ${hiddenField('lang', language)}`,
    `  <button type="submit">${words.send}</button>`,
    '</form>',
  ].join('\n');
}

function wholePage(
  form: OpenForm,
  language: WebsiteFormLanguage,
  content: string,
  { before = '', hidden = {} }: { before?: string; hidden?: Record<string, string> } = {},
): string {
  const { dealer, languages, texts } = form;
  const title = texts[language]?.title ?? '';
  const other = languages.find((one) => one !== language);
  const from = visitorSourceNames.flatMap((name) => (hidden[name] ? [[name, hidden[name]] as const] : []));
  const turned = other && new URLSearchParams(Object.fromEntries([['lang', other], ...from])).toString();
  const link =
    other &&
    `<a lang="${other}" hreflang="${other}" href="?${escaped(turned ?? '')}">${formWords[language].other}</a>`;
  const body = ['<main>', headerOf(dealer, link), `<h1>${escaped(title)}</h1>`, content, '</main>'];
  return documentOf(language, `${before}${title} · ${dealer.name}`, proofScript, body.join('\n'));
}

function headerOf({ name, logo }: OpenForm['dealer'], link = ''): string {
  const picture = logo && `<img src="/${escaped(logo)}" alt="${escaped(name)}" height="40">`;
  return `<header><p class="dealer">${picture ?? escaped(name)}</p>\n${link}</header>`;
}

const proofScript = `<script src="/form/page.js" data-bits="${proofBits}" defer></script>`;

function documentOf(language: WebsiteFormLanguage, title: string, script: string, body: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="/form/page.css">
<link rel="icon" href="/favicon.svg">
${script}
</head>
<body>
${body}
</body>
</html>
`;
}

type FieldState = {
  value?: string | undefined;
  fault?: string | undefined;
  isFirst?: boolean;
  choose: string;
};

function fieldOf(field: FormField, { value = '', fault, isFirst = false, choose }: FieldState): string {
  const { name, kind, label, isRequired, autocomplete, most, min, max, choices = [] } = field;
  if (kind === 'fixed') return hiddenField(name, field.value ?? '');
  const id = `enquiry-${name}`;
  const attributes = attributesOf({
    ...{ id, name, required: isRequired, autocomplete, maxlength: most, min, max, autofocus: isFirst },
    ...(fault && { 'aria-invalid': 'true', 'aria-describedby': `${id}-fault` }),
  });
  const said = fault ? `<p class="fault" id="${id}-fault">${escaped(fault)}</p>` : '';
  const labelled = `<label for="${id}">${escaped(label)}</label>`;
  if (kind === 'box') {
    // Whoever agreed to another text, which the dealer has changed since, is asked anew.
    const about = attributesOf({ value: field.value, checked: isSameText(value, field.value ?? '') });
    return `<p class="box"><input type="checkbox"${attributes}${about}>${labelled}</p>${said}`;
  }
  const typed = value ? ` value="${escaped(value)}"` : '';
  const control =
    kind === 'lines'
      ? `<textarea rows="4"${attributes}>${value ? `\n${escaped(value)}` : ''}</textarea>`
      : kind === 'choice'
        ? `<select${attributes}><option value="">${escaped(choose)}</option>${optionsOf(choices, value)}</select>`
        : `<input type="${kind === 'line' ? 'text' : kind}"${attributes}${typed}>`;
  return `<p>${labelled}${control}</p>${said}`;
}

function optionsOf(choices: NonNullable<FormField['choices']>, chosen: string): string {
  const groups = Map.groupBy(choices, ({ group }) => group);
  return [...groups]
    .map(([group, members]) => {
      const options = members.map(
        ({ value, label }) =>
          `<option${attributesOf({ value, selected: value === chosen })}>${escaped(label)}</option>`,
      );
      return group === undefined
        ? options.join('')
        : `<optgroup label="${escaped(group)}">${options.join('')}</optgroup>`;
    })
    .join('');
}

function hiddenField(name: string, value: string): string {
  return `<input type="hidden"${attributesOf({ name, value })}>`;
}

function attributesOf(attributes: Record<string, string | number | boolean | undefined>): string {
  return Object.entries(attributes)
    .map(([name, value]) => {
      if (value === undefined || value === false) return '';
      return value === true ? ` ${name}` : ` ${name}="${escaped(String(value))}"`;
    })
    .join('');
}

function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
