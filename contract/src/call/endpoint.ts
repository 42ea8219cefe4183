import type { z } from 'zod';
import type { Level } from '#contract/levels.ts';
import './plain-errors.ts';

export const basePath = '/api/employeeApp';

/** Who may call an endpoint: `public` needs no session, otherwise the levels that may. */
export type Who = 'public' | readonly Level[];

/** HTTP statuses that an endpoint may refuse with, beside 500 and 503. */
export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429;

/**
 * One call of the API: the server registers it, the web client calls it, `/api/docs` documents it.
 *
 * - `path` is below {@link basePath}; `:name` marks a parameter. A trailing slash is always accepted.
 * - `body` is JSON unless `multipart` is set; then its schema describes the text fields and `files` names the file fields.
 * - `reply` is the JSON answer; an endpoint without one answers 204, or streams `streams` (a content type).
 * - `duringEnrolment`: also for whoever must set up a second factor before anything else; all others refuse them with 403.
 */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: `/${string}`;
  readonly summary: string;
  readonly tag: string;
  readonly who: Who;
  readonly duringEnrolment?: true;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly multipart?: boolean;
  readonly files?: readonly string[];
  readonly reply?: z.ZodType;
  readonly streams?: string;
  readonly status?: 200 | 201;
  readonly refusals: readonly RefusalStatus[];
};

/** Keeps the declaration's exact type. */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration;
}

type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined;
type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined;

/** Path parameters, query and body as the server receives them, after validation. */
export type Params<E extends Endpoint> = OutputOf<E['params']>;
export type Query<E extends Endpoint> = OutputOf<E['query']>;
export type Body<E extends Endpoint> = OutputOf<E['body']>;

/** Path parameters, query and body as the client sends them. */
export type ParamsInput<E extends Endpoint> = InputOf<E['params']>;
export type QueryInput<E extends Endpoint> = InputOf<E['query']>;
export type BodyInput<E extends Endpoint> = InputOf<E['body']>;

export type Reply<E extends Endpoint> = OutputOf<E['reply']>;
