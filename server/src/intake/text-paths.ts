import { normaliseFieldName } from '#contract/intake/field-names.ts';

const maxParts = 40;

/** Splits a path into its names and numbers, also one such as PHP forms have: `lead[0][name]`. */
export function splitPath(path: string): string[] {
  return path.replaceAll(']', '').split(/[.[]/, maxParts);
}

/** Returns the last name of a path, without numbers. */
export function getLastKey(path: string): string {
  return splitPath(path).findLast((part) => !/^\d+$/.test(part)) ?? path;
}

const others = new Set([
  ...[
    'form',
    'campaign',
    'ad',
    'adset',
    'page',
    'site',
    'website',
    'event',
    'webhook',
    'trigger',
    'workflow',
    'source',
  ],
  ...[
    'dealer',
    'dealership',
    'vendor',
    'provider',
    'seller',
    'agent',
    'salesperson',
    'salesrep',
    'rep',
    'advisor',
  ],
  ...[
    'owner',
    'assignee',
    'assignedto',
    'assigneduser',
    'user',
    'staff',
    'employee',
    'author',
    'createdby',
    'operator',
  ],
  ...[
    'branch',
    'center',
    'centre',
    'servicecenter',
    'workshop',
    'showroom',
    'store',
    'location',
    'office',
    'team',
  ],
  ...[
    'vehicle',
    'car',
    'product',
    'service',
    'offer',
    'package',
    'plan',
    'item',
    'app',
    'integration',
    'channel',
  ],
  ...[
    'recipient',
    'receiver',
    'to',
    'from.dealer',
    'attachment',
    'file',
    'meta',
    'metadata',
    'utm',
    'tracking',
  ],
]);

const companies = new Set(['company', 'organization', 'organisation', 'account', 'business', 'employer']);

// What holds the answers of a form: a name outside of it is the form's.
const answerKeys = new Set([
  'data',
  'payload',
  'answers',
  'fields',
  'responses',
  'submission',
  'formresponse',
  'values',
  'formdata',
]);

/** Tells whose a text is by the names above it: the person's, their company's, or another's, such as a vendor's. */
export function getTextOwner(path: string): 'person' | 'company' | 'other' {
  const above = splitPath(path).slice(0, -1).map(normaliseFieldName);
  if (above.some((part) => others.has(part))) return 'other';
  return above.some((part) => companies.has(part)) ? 'company' : 'person';
}

/**
 * Returns how far a text is from another one: the fewer names they share, the farther.
 *
 * @returns undefined where one is an answer of a form and the other is outside of it.
 */
export function getPathDistance(path: string, from: string): number | undefined {
  const one = splitPath(path).slice(0, -1);
  const other = splitPath(from).slice(0, -1);
  const differs = one.findIndex((part, at) => part !== other[at]);
  const shared = differs === -1 ? one.length : differs;
  const isInside = other.slice(shared).some((part) => answerKeys.has(normaliseFieldName(part)));
  return isInside ? undefined : other.length - shared + (one.length - shared) * 2;
}
