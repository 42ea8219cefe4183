import fastJson, { type Schema } from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import { z } from 'zod';

/**
 * Compiles a reply's schema into a function that writes its JSON: what the schema does not name is left out, and what it
 * demands and is missing throws. Texts are not checked against their patterns again; the database holds what was checked.
 */
export function compileReply(schema: z.ZodType): (reply: unknown) => string {
  const draft = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'output',
    override: ({ jsonSchema }) => plain(jsonSchema),
  });
  return fastJson(draft as Schema);
}

/** The same for Fastify. */
export const serializerCompiler: FastifySerializerCompiler<z.ZodType> = ({ schema }) => compileReply(schema);

/** Keeps the shape alone, and says "or null" in the one way that needs no trying out of alternatives. */
function plain(schema: z.core.JSONSchema.BaseSchema): void {
  for (const rule of ['format', 'pattern', 'enum', 'minimum', 'maximum', 'minLength', 'maxLength'] as const)
    delete schema[rule];
  const [value, other] = schema.anyOf ?? [];
  if (schema.anyOf?.length !== 2 || value === undefined || other?.type !== 'null') return;
  delete schema.anyOf;
  Object.assign(schema, value, { nullable: true });
}
