import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type Body,
  basePath,
  type Endpoint,
  type Params,
  type Query,
  type Reply,
} from '#contract/call/endpoint.ts';
import { errorBody } from '#contract/call/errors.ts';
import type { ActorContext, Context } from '#server/context.ts';
import { heldOnLeader } from '#server/db/names.ts';
import type { Replica } from '#server/db/replica/replica.ts';
import type { Db } from '#server/db/transaction.ts';
import type { Limits } from '#server/http/guard/limits.ts';
import type { UploadShare } from '#server/http/guard/upload-budget.ts';
import { multipartReader, type UploadedFile } from './multipart.ts';
import { Refusal } from './refusal.ts';
import { replicaReads } from './replica-calls.ts';
import { admit } from './session.ts';
import { Written } from './written.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
  interface FastifyInstance {
    limits: Limits;
    openUploadShare: () => UploadShare;
    /** Resolves once every process has heard of the changes. */
    heardByAll: () => Promise<void>;
    replica: Replica | undefined;
  }
}

type ContextOf<E extends Endpoint> = E['who'] extends 'public' ? Context : ActorContext;

export type Call<E extends Endpoint> = {
  context: ContextOf<E>;
  params: Params<E>;
  query: Query<E>;
  body: Body<E>;
  files: Record<string, UploadedFile | undefined>;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** Checks before the body is read. */
export type Gate<E extends Endpoint = Endpoint> = {
  /** On the headers, after session and level; throws to refuse. */
  before?: (context: Context, request: FastifyRequest) => Promise<void>;
  /**
   * Whether an upload without a session comes from somebody known. Strangers have lower limits. `params` are valid; `fields`, the
   * text fields before the file, are as they came.
   */
  isKnown?: (
    context: Context,
    sent: { params: Params<E>; fields: Record<string, string> },
  ) => Promise<boolean>;
};

/** Tags of calls that change no sessions or names that processes keep. */
const keepsHeld = ['Leads', 'Lead history', 'Contacts', 'Presence'];

type Answer<E extends Endpoint> = E['reply'] extends object
  ? Reply<E> | Written<Reply<E>>
  : undefined | NodeJS.ReadableStream;

const json = 'application/json; charset=utf-8';

/**
 * Runs session, level, gate, multipart reading, validation and `handle`, in this order; strips the answer to the reply schema.
 */
export function serve<E extends Endpoint>(
  app: FastifyInstance,
  context: Context,
  endpoint: E,
  handle: (call: Call<E>) => Promise<Answer<E>>,
  { before, isKnown }: Gate<NoInfer<E>> = {},
): void {
  const { params, query, body, reply, refusals, who } = endpoint;
  const { limits, openUploadShare, heardByAll } = app;
  const replica = replicaReads.has(endpoint) ? app.replica : undefined;
  const changesHeld = endpoint.method !== 'GET' && !keepsHeld.includes(endpoint.tag);
  const status = endpoint.status ?? (reply || endpoint.streams ? 200 : 204);
  const answers: Record<number, unknown> = reply ? { [status]: reply } : {};
  for (const refusal of refusals) answers[refusal] = errorBody;
  if (who !== 'public' && !endpoint.duringEnrolment) answers[403] = errorBody;
  const readMultipart = multipartReader({
    files: endpoint.files ?? [],
    limits,
    openShare: openUploadShare,
    isKnown: async (request, fields) => {
      if (who !== 'public') return true;
      // What does not fit is refused once the body is read.
      const sent = params?.safeParse(request.params);
      if (!isKnown || sent?.error) return false;
      return isKnown(context, { params: sent?.data as Params<E>, fields });
    },
  });

  app.route({
    method: endpoint.method,
    url: `${basePath}${endpoint.path}`,
    config: { endpoint },
    bodyLimit: who === 'public' ? limits.publicJsonBytes : limits.jsonBytes,
    schema: {
      summary: endpoint.summary,
      tags: [endpoint.tag],
      ...(endpoint.multipart && { consumes: ['multipart/form-data'] }),
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      response: answers,
    },
    onRequest: [
      ...(who === 'public' ? [] : [admit(context, endpoint)]),
      ...(before ? [(request: FastifyRequest) => before(context, request)] : []),
    ],
    preParsing: endpoint.multipart ? [] : [refuseMultipart],
    preValidation: endpoint.multipart ? [readMultipart] : [],
    handler: async (request, answer) => {
      const call = {
        context: request.session ? { ...context, ...request.session } : context,
        params: request.params,
        query: request.query,
        body: request.body,
        files: request.uploads,
        request,
        reply: answer,
      };
      const { uploadShare, leave } = request;
      request.uploadShare = null;
      request.leave = null;
      const answering = replica
        ? replica.read(context.db, (db) => handle(onReplica(call as Call<E>, db)))
        : handle(call as Call<E>);
      const result = await answering.finally(() => {
        uploadShare?.release();
        leave?.();
      });
      if (changesHeld) await heardByAll();
      answer.code(status);
      if (status === 204) return answer.send();
      if (result instanceof Written) return answer.type(json).send(result.json);
      return endpoint.streams ? answer.type(endpoint.streams).send(result) : result;
    },
  });
}

/** What the process keeps outlives this call, so it is read from the leader. */
function onReplica<E extends Endpoint>(call: Call<E>, db: Db): Call<E> {
  return { ...call, context: { ...call.context, db, held: heldOnLeader(call.context) } };
}

async function refuseMultipart({ headers }: FastifyRequest): Promise<void> {
  if (headers['content-type']?.toLowerCase().startsWith('multipart/'))
    throw new Refusal('unsupported_media_type', 'Send this as JSON');
}
