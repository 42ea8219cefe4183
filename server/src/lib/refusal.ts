import type { ErrorBody } from '#contract/call/errors.ts';
import { messages } from '#contract/call/messages.ts';

type Code = ErrorBody['error']['code'];
type Details = {
  fields?: Record<string, string>;
  current?: unknown;
  retryAfter?: number;
  status?: number;
};

const statusOf: Record<Code, number> = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  second_factor_required: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
};

/** An error that becomes the contract's error body. `retryAfter` is in seconds; `status` is for the few without a code of their own. */
export class Refusal extends Error {
  readonly code: Code;
  readonly status: number;
  readonly details: Details;

  constructor(code: Code, message: string, details: Details = {}) {
    super(message);
    this.code = code;
    this.status = details.status ?? statusOf[code];
    this.details = details;
  }
}

/** Makes, but does not throw, a refusal 400 with a message for each field; undefined messages are left out. */
export function invalidFields(faults: Partial<Record<string, string>>): Refusal {
  const stated = Object.entries(faults).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return new Refusal('bad_request', stated[0]?.[1] ?? 'The request is not valid', {
    fields: Object.fromEntries(stated),
  });
}

/** Makes, but does not throw, a refusal 404. */
export function notFound(): Refusal {
  return new Refusal('not_found', 'Not found');
}

/** Makes, but does not throw, a refusal 403. */
export function forbidden(message = 'You may not do this'): Refusal {
  return new Refusal('forbidden', message);
}

/** Makes, but does not throw, the refusal 403 that asks to set up a second factor first. */
export function secondFactorRequired(): Refusal {
  return new Refusal('second_factor_required', messages.secondFactorRequired);
}

/** Makes, but does not throw, a refusal 409 with the record as it is now. */
export function conflict(message: string, current: unknown, fields?: Record<string, string>): Refusal {
  return new Refusal('conflict', message, { current, ...(fields && { fields }) });
}
