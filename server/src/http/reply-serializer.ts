import fastJson, { type Schema } from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import { z } from 'zod';

/**
 * Makes a function that writes a reply as JSON by its schema: it leaves out unknown fields, and throws for missing ones. Patterns are
 * not checked: the database holds checked text. It is compiled at the first reply: all schemas together would take a fifth of a start.
 */
export function compileReply(schema: z.ZodType): (reply: unknown) => string {
  let write: ReturnType<typeof compile> | undefined;
  return (reply) => {
    write ??= compile(schema);
    return write(reply);
  };
}

/** Makes Fastify serialize each reply by its schema. */
export const serializerCompiler: FastifySerializerCompiler<z.ZodType> = ({ schema }) => compileReply(schema);

function compile(schema: z.ZodType): (reply: unknown) => string {
  const draft = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'output',
    override: ({ jsonSchema }) => plain(jsonSchema),
  });
  return fastJson(draft as Schema);
}

const rules = ['format', 'pattern', 'enum', 'minimum', 'maximum', 'minLength', 'maxLength'] as const;

function plain(schema: z.core.JSONSchema.BaseSchema): void {
  const [value, other] = schema.anyOf ?? [];
  if (schema.anyOf?.length === 2 && value !== undefined && other?.type === 'null') {
    delete schema.anyOf;
    Object.assign(schema, value, { nullable: true });
  }
  for (const rule of rules) delete schema[rule];
  // What a shape does not name is left out, not refused: needed fields tell shapes apart.
  if (schema.additionalProperties === false) delete schema.additionalProperties;
}
