import type { Mapping } from '#contract/intake/connections.ts';
import { type EnquiryField, enquiryFields } from '#contract/intake/deliveries.ts';
import { fieldNames, nameForm } from '#contract/intake/field-names.ts';

const otherNames: Partial<Record<EnquiryField, readonly string[]>> = {
  name: ['clientname', 'contactperson', 'leadname'],
  phone: ['contact', 'contactphone', 'cellphone', 'mobilephonenumber', 'homephone', 'workphone'],
};

const fieldOfName = new Map(
  [...Object.entries(fieldNames), ...Object.entries(otherNames)].flatMap(([field, all]) =>
    all.map((name) => [nameForm(name), field as EnquiryField] as const),
  ),
);

const nameHalves = {
  first: ['firstname', 'fname', 'givenname', 'forename', 'নামেরপ্রথমঅংশ'].map(nameForm),
  last: ['lastname', 'lname', 'surname', 'familyname', 'নামেরশেষঅংশ'].map(nameForm),
} as const;

export const sourceNames = {
  form: ['formname', 'form', 'formtitle'],
  campaign: ['utmcampaign', 'campaignname', 'adcampaign'],
  ad: ['adname', 'ad', 'utmcontent'],
  page: ['page', 'pageurl', 'landingpage', 'sourceurl', 'referrer', 'url'],
  site: ['utmsource'],
  medium: ['utmmedium'],
  term: ['utmterm'],
} as const;

const sources = new Set<string>(Object.values(sourceNames).flat());

const programNames = new Set([
  ...[
    'id',
    'uuid',
    'guid',
    'uid',
    'hash',
    'token',
    'key',
    'nonce',
    'signature',
    'secret',
    'version',
    'index',
  ],
  ...['timestamp', 'created', 'createdat', 'createdtime', 'updated', 'updatedat', 'submitted', 'submittedat'],
  ...[
    'submissiondate',
    'submissiontime',
    'submitteddate',
    'sentat',
    'receivedat',
    'datecreated',
    'requestdate',
  ],
  ...[
    'event',
    'eventtype',
    'eventname',
    'triggertype',
    'type',
    'object',
    'action',
    'status',
    'state',
    'method',
    'mode',
  ],
  ...[
    'ip',
    'ipaddress',
    'remoteip',
    'useragent',
    'browser',
    'device',
    'locale',
    'lang',
    'language',
    'timezone',
  ],
  ...[
    'gclid',
    'fbclid',
    'fbc',
    'fbp',
    'msclkid',
    'referer',
    'captcha',
    'grecaptcharesponse',
    'honeypot',
    'proof',
  ],
  ...[
    'turn',
    'homepage',
    'consent',
    'csrf',
    'csrftoken',
    'submit',
    'redirect',
    'success',
    'source',
    'medium',
  ],
]);

/** Jotform puts it before the name of a question: `q4_phoneNumber`. */
const numberOfQuestion = /^q\d{1,4}_/;

/** @returns where a text goes by its label, in English or Bangla; undefined: into the notes. */
export function fieldCalled(label: string): EnquiryField | undefined {
  return fieldOfName.get(nameForm(label.replace(numberOfQuestion, '')));
}

export function fieldBy(mapping: Mapping, label: string): EnquiryField | undefined {
  const chosen = enquiryFields.find((field) => mapping[field]?.includes(label));
  return chosen ?? fieldCalled(label) ?? (halfOfName(label) ? 'name' : undefined);
}

export function halfOfName(label: string): 'first' | 'last' | undefined {
  const form = nameForm(label);
  if (nameHalves.first.includes(form)) return 'first';
  return nameHalves.last.includes(form) ? 'last' : undefined;
}

export function isSourceName(label: string): boolean {
  return sources.has(nameForm(label));
}

export function isOfProgram(label: string): boolean {
  const form = nameForm(label);
  return programNames.has(form) || /^[\p{L}\s_.-]*[a-z](?:_id|Id|ID)$/u.test(label) || isSourceName(label);
}
