import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type Body,
  basePath,
  type Endpoint,
  type Params,
  type Query,
  type Reply,
} from '#contract/endpoint.ts';
import { errorBody } from '#contract/errors.ts';
import type { ActorContext, Context } from '#server/context.ts';
import { multipartReader, type UploadedFile } from '#server/http/multipart.ts';
import { admit } from '#server/http/session.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

type ContextOf<E extends Endpoint> = E['who'] extends 'public' ? Context : ActorContext;

/** A validated request: what the handler of an endpoint works with. */
export type Call<E extends Endpoint> = {
  context: ContextOf<E>;
  params: Params<E>;
  query: Query<E>;
  body: Body<E>;
  files: Record<string, UploadedFile | undefined>;
  request: FastifyRequest;
  reply: FastifyReply;
};

type Answer<E extends Endpoint> = E['reply'] extends object ? Reply<E> : undefined | NodeJS.ReadableStream;

/**
 * Registers an endpoint of the contract: session, level, multipart reading and validation happen before `handle`, in this
 * order; the answer is stripped to the endpoint's reply schema.
 */
export function register<E extends Endpoint>(
  app: FastifyInstance,
  context: Context,
  endpoint: E,
  handle: (call: Call<E>) => Promise<Answer<E>>,
): void {
  const { params, query, body, reply, refusals, who } = endpoint;
  const status = endpoint.status ?? (reply || endpoint.streams ? 200 : 204);
  const answers: Record<number, unknown> = reply ? { [status]: reply } : {};
  for (const refusal of refusals) answers[refusal] = errorBody;

  app.route({
    method: endpoint.method,
    url: `${basePath}${endpoint.path}`,
    config: { endpoint },
    schema: {
      summary: endpoint.summary,
      tags: [endpoint.tag],
      ...(who !== 'public' && { security: [{ bearer: [] }] }),
      ...(endpoint.multipart && { consumes: ['multipart/form-data'] }),
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      response: answers,
    },
    onRequest: who === 'public' ? [] : [admit(context, who)],
    preValidation: endpoint.multipart ? [multipartReader(endpoint.files ?? [])] : [],
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
      const result = await handle(call as Call<E>);
      answer.code(status);
      if (status === 204) return answer.send();
      return endpoint.streams ? answer.type(endpoint.streams).send(result) : result;
    },
  });
}
