import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { ErrorBody } from '#contract/errors.ts';
import { isDatabaseAway } from '#server/db/failures.ts';
import { Refusal } from '#server/http/refusal.ts';
import { failureNotes } from '#server/lib/failure-notes.ts';
import { TooBusyError } from '#server/lib/limit.ts';

const secondsUntilRetry = 2;

const plainRefusals: Record<number, ConstructorParameters<typeof Refusal>> = {
  400: ['bad_request', 'The request is not valid'],
  404: ['not_found', 'Not found'],
  405: ['not_found', 'Not found'],
  413: ['too_large', 'The request is too large'],
  414: ['bad_request', 'The address is too long'],
  415: ['unsupported_media_type', 'This content type is not accepted'],
  429: ['too_many_requests', 'Too many requests'],
  431: ['bad_request', 'The headers are too large'],
  503: ['unavailable', 'Busy, try again shortly', { retryAfter: secondsUntilRetry }],
};

/** Turns every failure into the contract's error body; logs what is ours to mend. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = asRefusal(error);
    if (refusal.status === 500) request.log.error(failureNotes(error), 'request failed');
    else if (refusal.status === 503) request.log.warn({ reason: error.name }, 'unavailable');
    return answer(refusal, request, reply);
  });
}

/** Answers a refusal. */
export function answer(refusal: Refusal, request: FastifyRequest, reply: FastifyReply) {
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

function asRefusal(error: FastifyError): Refusal {
  if (error instanceof Refusal) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    return new Refusal('bad_request', 'The request is not valid', {
      fields: fieldMessages(error.validation),
    });
  }
  if (error instanceof TooBusyError || isDatabaseAway(error)) {
    return new Refusal('unavailable', 'Busy, try again shortly', { retryAfter: secondsUntilRetry });
  }
  const plain = plainRefusals[error.statusCode ?? 500];
  return plain ? new Refusal(...plain) : new Refusal('internal', 'Something went wrong on our side');
}

function fieldMessages(issues: readonly { instancePath: string; message?: string; params?: object }[]) {
  const fields: Record<string, string> = {};
  for (const issue of issues) {
    const path = issue.instancePath.split('/').filter(Boolean).join('.');
    const unknown = unknownKeys(issue.params);
    if (unknown.length > 0)
      for (const key of unknown) fields[path ? `${path}.${key}` : key] ??= 'Unknown field';
    else fields[path || 'request'] ??= issue.message ?? 'Not valid';
  }
  return fields;
}

function unknownKeys(params: object | undefined): string[] {
  return params && 'keys' in params && Array.isArray(params.keys) ? params.keys.map(String) : [];
}
