import type { z } from 'zod';
import type { Level } from '#contract/levels.ts';
import './plain-errors.ts';

/** The path below which the web app calls the API. */
export const basePath = '/api/employeeApp';

/** The path below which other programs call. */
export const intakePath = '/api/v1';

/** The levels that may call an endpoint; `public`: anybody, without a session. */
export type AllowedCallers = 'public' | readonly Level[];

type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 507;

/** Names what a reply shows or a call changes. The query keys of the web app begin with it. */
export type CacheTag =
  | 'account'
  | 'audit'
  | 'bulk'
  | 'connections'
  | 'customers'
  | 'dashboard'
  | 'dealer'
  | 'duplicates'
  | 'employees'
  | 'firstSteps'
  | 'imports'
  | 'intake'
  | 'invites'
  | 'leads'
  | 'lostReasons'
  | 'customerMessages'
  | 'mentions'
  | 'messageSettings'
  | 'messageTexts'
  | 'offerings'
  | 'panels'
  | 'presence'
  | 'reports'
  | 'retention'
  | 'serviceCenters'
  | 'sessions'
  | 'systemStatus'
  | 'workingHours';

/**
 * One call of the API, for the server, the web client and `/api/docs`.
 *
 * - `path` is below `base`, or {@link basePath} where it is absent; `:name` marks a parameter; a trailing slash is accepted.
 * - `body` is JSON; with `multipart` it describes the text fields, and `files` names the file fields.
 * - Without a `reply` it answers 204, or streams `streams` (a content type).
 * - `reads`: what the reply shows. `changes`: what is stale after the call, in the browser that made it and in what processes keep.
 * - `freshSeconds`: how long a reply may be shown without asking again, if nothing is known to have changed; else 15.
 * - `refusals`: beside those that follow, see {@link listRefusals}.
 * - `duringEnrolment`: also for who must set up a second factor first; other endpoints refuse them with 403.
 */
export type Endpoint = (
  | { readonly method: 'GET'; readonly changes?: undefined }
  | { readonly method: 'POST' | 'PATCH' | 'DELETE'; readonly changes: readonly CacheTag[] }
) & {
  readonly reads?: CacheTag;
  readonly freshSeconds?: number;
  readonly base?: typeof intakePath;
  readonly path: `/${string}`;
  readonly summary: string;
  readonly tag: string;
  readonly who: AllowedCallers;
  readonly duringEnrolment?: true;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly multipart?: boolean;
  readonly files?: readonly string[];
  readonly reply?: z.ZodType;
  readonly streams?: string;
  readonly status?: 200 | 201;
  readonly refusals?: readonly RefusalStatus[];
};

/** @returns the whole path, with the names of parameters. */
export function getFullPath({ base, path }: Pick<Endpoint, 'base' | 'path'>): string {
  return (base ?? basePath) + path;
}

/**
 * Lists the statuses with which an endpoint can refuse, besides 500 and 503: its own, and 400, 401 and 403 where they follow from its
 * body, session or level.
 */
export function listRefusals({ who, duringEnrolment, refusals = [] }: Endpoint): readonly RefusalStatus[] {
  const ofSession = who === 'public' ? [] : duringEnrolment ? ([401] as const) : ([401, 403] as const);
  return [400, ...ofSession, ...refusals];
}

/** Returns the declaration with its exact type. */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration;
}

type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined;
type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined;

/** The parameters as the server receives them, validated. */
export type EndpointParams<E extends Endpoint> = OutputOf<E['params']>;
/** The query as the server receives it, validated. */
export type EndpointQuery<E extends Endpoint> = OutputOf<E['query']>;
/** The body as the server receives it, validated. */
export type EndpointBody<E extends Endpoint> = OutputOf<E['body']>;

/** The parameters as the client sends them. */
export type EndpointParamsInput<E extends Endpoint> = InputOf<E['params']>;
/** The query as the client sends it. */
export type EndpointQueryInput<E extends Endpoint> = InputOf<E['query']>;
/** The body as the client sends it. */
export type EndpointBodyInput<E extends Endpoint> = InputOf<E['body']>;

/** The reply as both sides see it; undefined for an endpoint without one. */
export type EndpointReply<E extends Endpoint> = OutputOf<E['reply']>;
