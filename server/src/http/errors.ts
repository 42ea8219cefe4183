import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { ErrorBody } from '#contract/call/errors.ts';
import { messages } from '#contract/call/messages.ts';
import { isDatabaseAway, isDatabaseBusy, isDiskFull, isStatementUnsent } from '#server/db/failures.ts';
import { describeFailureForLog } from '#server/lib/errors.ts';
import { TooBusyError } from '#server/lib/limit.ts';
import { limitRepeatedLines } from '#server/lib/log.ts';
import { Refusal } from '#server/lib/refusal.ts';

const secondsUntilRetry = 2;
const secondsUntilSpace = 30;

const inDoubt = new Refusal(
  'unavailable',
  'The database did not answer. This may or may not have been saved: check before you try again.',
  { retryAfter: secondsUntilRetry },
);

const mostFields = 20;
const longestName = 60;

const plainRefusals: Record<number, ConstructorParameters<typeof Refusal>> = {
  400: ['bad_request', 'The request is not valid'],
  403: ['not_found', 'Not found'],
  404: ['not_found', 'Not found'],
  405: ['not_found', 'Not found'],
  412: ['bad_request', 'The precondition does not hold', { status: 412 }],
  413: ['too_large', 'The request is too large'],
  414: ['bad_request', 'The address is too long', { status: 414 }],
  415: ['unsupported_media_type', 'This content type is not accepted'],
  416: ['bad_request', 'This range cannot be served', { status: 416 }],
  429: ['too_many_requests', 'Too many requests'],
  431: ['bad_request', 'The headers are too large', { status: 431 }],
  503: ['unavailable', 'Busy. Try again shortly.', { retryAfter: secondsUntilRetry }],
};

/** Makes the app answer every failure with the contract's error body, and log unexpected ones. */
export function handleErrors(app: FastifyInstance): void {
  const sayRefused = limitRepeatedLines();
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = toRefusal(error);
    if (refusal.status === 500) request.log.error(describeFailureForLog(error), 'request failed');
    else if (isDiskFull(error)) {
      sayRefused('full disk', (calls) => request.log.error({ calls }, 'the disk of the database is full'));
    } else if (refusal.status === 503) {
      const reason = error.name;
      sayRefused(reason, (calls) => request.log.warn({ reason, calls }, 'unavailable'));
    }
    return sendRefusal(isInDoubt(error, request) ? inDoubt : refusal, request, reply);
  });
}

// Whether a write may be saved though the database never said so.
function isInDoubt(error: unknown, { method }: FastifyRequest): boolean {
  return method !== 'GET' && isDatabaseAway(error) && !isStatementUnsent(error);
}

/** Sends a refusal as the contract's error body, with the headers that belong to it. */
export function sendRefusal(refusal: Refusal, request: FastifyRequest, reply: FastifyReply) {
  const { fields, current, retryAfter } = refusal.details;
  if (retryAfter !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(retryAfter)));
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer');
  const body: ErrorBody = {
    error: {
      code: refusal.code,
      message: refusal.message,
      ...(fields && { fields }),
      ...(current !== undefined && { current }),
      requestId: request.id,
    },
  };
  return reply.code(refusal.status).type('application/json; charset=utf-8').send(JSON.stringify(body));
}

/** Converts anything that was thrown to the refusal that the caller gets; what is not known becomes 500 without details. */
export function toRefusal(error: FastifyError): Refusal {
  if (error instanceof Refusal) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    return new Refusal('bad_request', 'The request is not valid', {
      fields: fieldMessages(error.validation),
    });
  }
  if (error instanceof TooBusyError || isDatabaseAway(error) || isDatabaseBusy(error)) {
    return new Refusal('unavailable', 'Busy. Try again shortly.', { retryAfter: secondsUntilRetry });
  }
  if (isDiskFull(error)) {
    return new Refusal('unavailable', messages.diskFull, { retryAfter: secondsUntilSpace });
  }
  const status = error.statusCode ?? 500;
  const plain = plainRefusals[status] ?? (status >= 400 && status < 500 ? plainRefusals[400] : undefined);
  return plain ? new Refusal(...plain) : new Refusal('internal', 'Something went wrong on our side');
}

function fieldMessages(issues: readonly { instancePath: string; message?: string; params?: object }[]) {
  const fields = new Map<string, string>();
  for (const { instancePath, message = messages.invalidValue, params } of issues) {
    const path = instancePath.split('/').filter(Boolean);
    const unknown = unknownKeys(params);
    if (unknown.length === 0) add(path, message);
    for (const key of unknown) {
      if (fields.size >= mostFields) break;
      add([...path, key], messages.unknownField);
    }
    if (fields.size >= mostFields) break;
  }
  return Object.fromEntries(fields);

  function add(path: string[], message: string): void {
    const name = path.join('.') || 'request';
    const short = name.length > longestName ? `${name.slice(0, longestName)}…` : name;
    if (!fields.has(short)) fields.set(short, message);
  }
}

function unknownKeys(params: object | undefined): string[] {
  return params && 'keys' in params && Array.isArray(params.keys) ? params.keys.map(String) : [];
}
