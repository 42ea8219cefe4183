import { type ErrorBody, errorBody } from '#contract/call/errors.ts';

type ApiErrorCode = ErrorBody['error']['code'] | 'offline';

/**
 * A call that was refused or not answered. `status`: 0 without an answer; `fields`: a message per field; `current`: the other side of a
 * conflict; `retryAfter`: seconds.
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

  withFields(fields: Record<string, string>): ApiError {
    const { current, retryAfter, requestId } = this;
    return new ApiError(this.status, this.code, this.message, { fields, current, retryAfter, requestId });
  }
}

/** Reads the error of a response that was refused; one without a readable body gets a code by its status. */
export async function toApiError(response: Response): Promise<ApiError> {
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
