import type { FastifyRequest } from 'fastify';
import { Refusal } from '#server/http/refusal.ts';

/** A file of a multipart request, whole in memory; at most {@link largestFile} bytes. */
export type UploadedFile = { bytes: Buffer; contentType: string };

/** Bytes of the largest picture that is read. */
export const largestFile = 10 * 1024 * 1024;

/** Reads a multipart request into its text fields (the body) and the files that the endpoint names; JSON passes by. */
export function multipartReader(fileFields: readonly string[]) {
  return async function readMultipart(request: FastifyRequest): Promise<void> {
    request.uploads = {};
    if (!request.isMultipart()) return;
    const fields: Record<string, string> = {};
    for await (const part of request.parts()) {
      const name = part.fieldname;
      if (Object.hasOwn(fields, name) || Object.hasOwn(request.uploads, name)) throw twice(name);
      if (part.type === 'file') {
        const bytes = await part.toBuffer();
        if (!fileFields.includes(name))
          throw new Refusal('bad_request', 'Unknown file', { fields: { [name]: 'Unknown field' } });
        if (bytes.length > 0) request.uploads[name] = { bytes, contentType: part.mimetype };
      } else {
        fields[name] = String(part.value);
      }
    }
    request.body = fields;
  };
}

function twice(name: string): Refusal {
  return new Refusal('bad_request', 'A field stands twice', { fields: { [name]: 'Give it once' } });
}
