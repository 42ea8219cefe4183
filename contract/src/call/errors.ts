import { z } from 'zod';

const errorCodes = [
  'bad_request',
  'unauthorized',
  'forbidden',
  'second_factor_required',
  'not_found',
  'conflict',
  'too_large',
  'unsupported_media_type',
  'too_many_requests',
  'internal',
  'unavailable',
] as const;

/**
 * The body of every refusal. `fields`: a message per field; `current`: the other side of a conflict (the current lead, or the record that
 * has the name).
 */
export const errorBody = z.object({
  error: z.object({
    code: z.enum(errorCodes),
    message: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
    current: z.unknown().optional(),
    requestId: z.string(),
  }),
});
/** The body of a refusal: all that it says stands under `error`. */
export type ErrorBody = z.infer<typeof errorBody>;
