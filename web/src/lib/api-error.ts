import { type ErrorBody, errorBody } from '#contract/errors.ts';

/** What went wrong, for the interface to put into words: a code of the contract, or `offline` when no answer came at all. */
export type ApiErrorCode = ErrorBody['error']['code'] | 'offline';

/**
 * A call that failed. `status` is 0 when no answer came; `fields` holds a message per field of the request, `current` the
 * other side of a conflict, `retryAfter` seconds to wait.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ApiErrorCode;
  readonly fields: Record<string, string>;
  readonly current: unknown;
  readonly retryAfter: number | undefined;
  readonly requestId: string | undefined;

  constructor(
    status: number,
    code: ApiErrorCode,
    message: string,
    details: {
      fields?: Record<string, string>;
      current?: unknown;
      retryAfter?: number;
      requestId?: string;
    } = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.fields = details.fields ?? {};
    this.current = details.current;
    this.retryAfter = details.retryAfter;
    this.requestId = details.requestId;
  }
}

/** @returns the failure that a refused answer describes, whatever stood in between and answered in its place. */
export async function errorOf(response: Response): Promise<ApiError> {
  const seconds = Number(response.headers.get('retry-after'));
  const retryAfter = Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
  const parsed = errorBody.safeParse(await response.json().catch(() => undefined));
  if (!parsed.success) {
    return new ApiError(response.status, response.status >= 500 ? 'unavailable' : 'bad_request', '', {
      retryAfter,
    });
  }
  const { code, message, ...details } = parsed.data.error;
  return new ApiError(response.status, code, message, { ...details, retryAfter });
}
