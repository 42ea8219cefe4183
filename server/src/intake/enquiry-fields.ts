import type { FieldMapping } from '#contract/intake/connections.ts';
import { type EnquiryField, enquiryFields } from '#contract/intake/deliveries.ts';
import { enquiryFieldNames, normaliseFieldName } from '#contract/intake/field-names.ts';

const otherNames: Partial<Record<EnquiryField, readonly string[]>> = {
  name: ['clientname', 'contactperson', 'leadname'],
  phone: ['contact', 'contactphone', 'cellphone', 'mobilephonenumber', 'homephone', 'workphone'],
};

const fieldOfName = new Map(
  [...Object.entries(enquiryFieldNames), ...Object.entries(otherNames)].flatMap(([field, all]) =>
    all.map((name) => [normaliseFieldName(name), field as EnquiryField] as const),
  ),
);

const nameHalves = {
  first: ['firstname', 'fname', 'givenname', 'forename', 'নামেরপ্রথমঅংশ'].map(normaliseFieldName),
  last: ['lastname', 'lname', 'surname', 'familyname', 'নামেরশেষঅংশ'].map(normaliseFieldName),
} as const;

/** The normalised labels of texts that say where an enquiry came from. */
export const sourceFieldNames = {
  form: ['formname', 'form', 'formtitle'],
  campaign: ['utmcampaign', 'campaignname', 'adcampaign'],
  ad: ['adname', 'ad', 'utmcontent'],
  page: ['page', 'pageurl', 'landingpage', 'sourceurl', 'referrer', 'url'],
  site: ['utmsource'],
  medium: ['utmmedium'],
  term: ['utmterm'],
} as const;

const sources = new Set<string>(Object.values(sourceFieldNames).flat());

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

/** Returns the field that a text fills by its label, in English or Bangla; undefined for one that goes into the notes. */
export function recogniseField(label: string): EnquiryField | undefined {
  return fieldOfName.get(normaliseFieldName(label.replace(numberOfQuestion, '')));
}

/**
 * Returns the field that a text fills: by the mapping or, where that does not name its label, by {@link recogniseField}; undefined for
 * one that goes into the notes.
 */
export function mapField(mapping: FieldMapping, label: string): EnquiryField | undefined {
  const chosen = enquiryFields.find((field) => mapping[field]?.includes(label));
  return chosen ?? recogniseField(label) ?? (recogniseNameHalf(label) ? 'name' : undefined);
}

/** Tells whether a label asks for a first or a last name; undefined for any other. */
export function recogniseNameHalf(label: string): 'first' | 'last' | undefined {
  const form = normaliseFieldName(label);
  if (nameHalves.first.includes(form)) return 'first';
  return nameHalves.last.includes(form) ? 'last' : undefined;
}

/** Tells whether a label says where an enquiry came from. */
export function isSourceName(label: string): boolean {
  return sources.has(normaliseFieldName(label));
}

/** Tells whether a program filled a text in by its label, such as an id, so that it is no customer's answer. */
export function isProgramLabel(label: string): boolean {
  const form = normaliseFieldName(label);
  return programNames.has(form) || /^[\p{L}\s_.-]*[a-z](?:_id|Id|ID)$/u.test(label) || isSourceName(label);
}
