import { STATUS_CODES } from 'node:http';
import { gzipSync } from 'node:zlib';
import swagger, { type SwaggerTransformObject } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type Endpoint, getFullPath, listRefusals } from '#contract/call/endpoint.ts';
import { endpointNames } from '#contract/call/endpoints.ts';
import { errorBody } from '#contract/call/errors.ts';

type Document = Extract<Parameters<SwaggerTransformObject>[0], { openapiObject: unknown }>['openapiObject'];
type Operation = NonNullable<NonNullable<NonNullable<Document['paths']>[string]>['get']>;
type JsonSchema = z.core.JSONSchema.JSONSchema;
type Responses = NonNullable<Operation['responses']>;

const documentPolicy =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

const routePrefix = '/api/docs';

const commonRefusals = [500, 503] as const;

/** Makes the app serve its OpenAPI document and a page to read it. */
export async function documentApi(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Pitlane', description: 'The lead-management portal of a vehicle dealer', version: '1' },
      servers: [{ url: publicUrl }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
    transformObject: (made) => ('openapiObject' in made ? complete(made.openapiObject) : made.swaggerObject),
  });
  const document = madeOnce(() => JSON.stringify(app.swagger()));
  await app.register(swaggerUi, {
    routePrefix,
    staticCSP: documentPolicy,
    uiHooks: {
      // The package would make it for each request, and anybody may ask.
      onRequest: async (request, reply) => {
        if (request.routeOptions.url !== `${routePrefix}/json`) return;
        const { plain, gzipped } = document();
        const takesGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
        reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding');
        if (takesGzip) reply.header('content-encoding', 'gzip');
        return reply.send(takesGzip ? gzipped : plain);
      },
    },
  });
}

function madeOnce(write: () => string): () => { plain: Buffer; gzipped: Buffer } {
  let made: { plain: Buffer; gzipped: Buffer } | undefined;
  return () => {
    if (made) return made;
    const plain = Buffer.from(write());
    made = { plain, gzipped: gzipSync(plain) };
    return made;
  };
}

// Adds what route schemas cannot say.
function complete(document: Document): Document {
  for (const [endpoint, name] of endpointNames) {
    const path = getFullPath(endpoint).replace(/:(\w+)/g, '{$1}');
    const method = endpoint.method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete';
    const operation = document.paths?.[path]?.[method];
    if (!operation) continue;
    operation.operationId = name;
    operation.security = endpoint.who === 'public' ? [] : [{ bearer: [] }];
    if (endpoint.multipart) Object.assign(operation, { requestBody: bodyOf(endpoint) });
    operation.responses = { ...successOf(endpoint, operation.responses ?? {}), ...refusedOf(endpoint) };
  }
  document.components = Object.assign(document.components ?? {}, {
    schemas: { Error: z.toJSONSchema(errorBody) },
  });
  return document;
}

function bodyOf({ body = z.strictObject({}), files = [] }: Endpoint) {
  const schema = z.toJSONSchema(body, { io: 'input' });
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const text = typeof field === 'object' && asText(field);
    return text ? [[name, text] as const] : [];
  });
  const names = fields.map(([name]) => name);
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  const form = {
    ...schema,
    properties: Object.fromEntries([...fields, ...files.map((name) => [name, file] as const)]),
    required: schema.required?.filter((name) => names.includes(name)),
  };
  const content = { 'application/json': { schema }, 'multipart/form-data': { schema: form } };
  return { required: true, content };
}

function asText(field: JsonSchema): JsonSchema | undefined {
  if (field.type === 'string') return field;
  const anyOf = (field.anyOf ?? []).map(asText).filter((each) => each !== undefined);
  return anyOf.length > 1 ? { ...field, anyOf } : anyOf[0];
}

function successOf({ status, reply, streams }: Endpoint, made: Responses): Responses {
  if (streams) {
    const content = { [streams]: { schema: { type: 'string' as const } } };
    return { 200: { description: 'A stream', content } };
  }
  if (!reply) return { 204: { description: 'Done' } };
  const code = status ?? 200;
  return { [code]: { ...made[code], description: STATUS_CODES[code] ?? '' } };
}

function refusedOf(endpoint: Endpoint): Responses {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  const codes = [...listRefusals(endpoint), ...commonRefusals];
  return Object.fromEntries(codes.map((code) => [code, { description: STATUS_CODES[code] ?? '', content }]));
}
