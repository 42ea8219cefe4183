import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type Endpoint,
  type EndpointBody,
  type EndpointParams,
  type EndpointQuery,
  type EndpointReply,
  getFullPath,
  listRefusals,
} from '#contract/call/endpoint.ts';
import { errorBody } from '#contract/call/errors.ts';
import { type ActorContext, type Context, cachedTags } from '#server/context.ts';
import type { Replica } from '#server/db/replica/replica.ts';
import type { Db } from '#server/db/transaction.ts';
import { type CallSlots, isFullyReceived } from '#server/http/guard/capacity.ts';
import type { RequestLimits } from '#server/http/guard/limits.ts';
import type { UploadShare } from '#server/http/guard/upload-budget.ts';
import type { InTurn } from '#server/lib/limit.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { isWorthBrotli } from './compression.ts';
import { createMultipartReader, type UploadedFile } from './multipart.ts';
import { replicaReads } from './replica-calls.ts';
import { SerializedJson } from './serialized-json.ts';
import { createSessionHook } from './session.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
  interface FastifyInstance {
    limits: RequestLimits;
    callSlots: CallSlots;
    openUploadShare: () => UploadShare;
    awaitInvalidation: () => Promise<void>;
    replica: Replica | undefined;
  }
}

type ContextOf<E extends Endpoint> = E['who'] extends 'public' ? Context : ActorContext;

type Call<E extends Endpoint> = {
  context: ContextOf<E>;
  params: EndpointParams<E>;
  query: EndpointQuery<E>;
  body: EndpointBody<E>;
  files: Record<string, UploadedFile | undefined>;
  request: FastifyRequest;
  reply: FastifyReply;
};

/**
 * Checks that come before the body of a call is read. `isKnown`: the caller is no stranger, for the budget of uploads; `bodyBytes` and
 * `diskBytes`: limits other than the usual ones.
 */
export type RequestGate<E extends Endpoint = Endpoint> = {
  before?: (context: Context, request: FastifyRequest, inTurn: InTurn) => Promise<void>;
  isKnown?: (
    context: Context,
    sent: { params: EndpointParams<E>; fields: Record<string, string> },
  ) => Promise<boolean>;
  bodyBytes?: number;
  diskBytes?: number;
};

type Answer<E extends Endpoint> = E['reply'] extends object
  ? EndpointReply<E> | SerializedJson<EndpointReply<E>>
  : undefined | NodeJS.ReadableStream;

const json = 'application/json; charset=utf-8';

type Handle<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E>>;

/**
 * Registers the route of an endpoint, which runs session, level, gate, multipart reading, validation, capacity and `handle`, in this
 * order, and strips the answer to the reply schema.
 */
export function serveEndpoint<E extends Endpoint>(
  app: FastifyInstance,
  context: Context,
  endpoint: E,
  ...steps: [handle: Handle<E>] | [gate: RequestGate<NoInfer<E>>, handle: Handle<E>]
): void {
  const [gate, handle] = steps.length === 2 ? steps : [{}, ...steps];
  const { before, isKnown, bodyBytes, diskBytes }: RequestGate<NoInfer<E>> = gate;
  const { params, query, body, reply, who } = endpoint;
  const { limits, callSlots, openUploadShare, awaitInvalidation } = app;
  const isCounted = endpoint.streams === undefined;
  const enter = (request: FastifyRequest, reply: FastifyReply) => callSlots.acquire(request, reply);
  const enterIfWhole = async (request: FastifyRequest, reply: FastifyReply) => {
    if (isFullyReceived(request)) await callSlots.acquire(request, reply);
  };
  const replica = replicaReads.has(endpoint) ? app.replica : undefined;
  const changesCached = endpoint.changes?.some((noun) => cachedTags.has(noun));
  const status = endpoint.status ?? (reply || endpoint.streams ? 200 : 204);
  const answers: Record<number, unknown> = reply ? { [status]: reply } : {};
  for (const refusal of listRefusals(endpoint)) answers[refusal] = errorBody;
  const readMultipart = createMultipartReader({
    files: endpoint.files ?? [],
    diskBytes,
    limits,
    openShare: openUploadShare,
    isKnown: async (request, fields) => {
      if (who !== 'public') return true;
      // What does not fit is refused once the body is read.
      const sent = params?.safeParse(request.params);
      if (!isKnown || sent?.error) return false;
      return callSlots.run(request, () =>
        isKnown(context, { params: sent?.data as EndpointParams<E>, fields }),
      );
    },
  });

  app.route({
    method: endpoint.method,
    url: getFullPath(endpoint),
    config: { endpoint },
    bodyLimit: bodyBytes ?? (who === 'public' ? limits.publicJsonBytes : limits.jsonBytes),
    schema: {
      summary: endpoint.summary,
      tags: [endpoint.tag],
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      response: answers,
    },
    onRequest: [
      ...(who === 'public' ? [] : [createSessionHook(context, endpoint)]),
      ...(before
        ? [(request: FastifyRequest) => before(context, request, (work) => callSlots.run(request, work))]
        : []),
      ...(isCounted ? [enterIfWhole] : []),
    ],
    preParsing: endpoint.multipart || bodyBytes ? [] : [refuseMultipart],
    preValidation: endpoint.multipart ? [readMultipart] : [],
    preHandler: isCounted ? [enter] : [],
    handler: async (request, answer) => {
      const { uploadShare, callSlot } = request;
      const call = {
        context: { ...context, ...request.session, releaseWhileWaiting: callSlot?.releaseWhileWaiting },
        params: request.params,
        query: request.query,
        body: request.body,
        files: request.uploads,
        request,
        reply: answer,
      };
      request.uploadShare = null;
      request.callSlot = null;
      const answering = replica
        ? replica.read(context.db, (db) => handle(onReplica(call as Call<E>, db)))
        : handle(call as Call<E>);
      const result = await answering.finally(() => {
        uploadShare?.release();
        callSlot?.release();
      });
      if (changesCached) await awaitInvalidation();
      answer.code(status);
      if (status === 204) return answer.send();
      if (result instanceof SerializedJson) return sendSerialized(request, answer, result);
      return endpoint.streams ? answer.type(endpoint.streams).send(result) : result;
    },
  });
}

async function sendSerialized(
  request: FastifyRequest,
  answer: FastifyReply,
  result: SerializedJson<unknown>,
): Promise<FastifyReply> {
  answer.type(json);
  const reply = result.json;
  if (!isWorthBrotli(reply, request.headers['accept-encoding'])) return answer.send(reply);
  answer.headers({ 'content-encoding': 'br', vary: 'accept-encoding' });
  return answer.send(await result.compress());
}

function onReplica<E extends Endpoint>(call: Call<E>, db: Db): Call<E> {
  return { ...call, context: { ...call.context, db, leader: call.context.db } };
}

/** Sets the headers of a download, and returns what the handler is to answer. */
export function sendFile(reply: FastifyReply, file: { fileName: string; content: Readable }): Readable {
  reply.header('content-disposition', toContentDisposition(file.fileName));
  return file.content;
}

function toContentDisposition(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["%\\]/g, '_');
  if (ascii === name) return `attachment; filename="${name}"`;
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

async function refuseMultipart({ headers }: FastifyRequest): Promise<void> {
  if (headers['content-type']?.toLowerCase().startsWith('multipart/'))
    throw new Refusal('unsupported_media_type', 'Send this as JSON');
}
