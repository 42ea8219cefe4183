import type { CacheTag, Endpoint, EndpointReply } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import { addPlaceChoice, askForPlace } from '#web/lib/bookings/place-question.ts';
import { type CallInput, call } from './api.ts';
import { ApiError } from './api-error.ts';
import { queryClient } from './query-client.ts';
import { invalidateTags, queryKeyOf, type ReadEndpoint } from './query-keys.ts';

type Change = Endpoint & { readonly changes: readonly CacheTag[] };

/**
 * {@link call} of an endpoint that changes something: makes that stale, also when the call was refused because it is gone or
 * others were first. A place that is not free is asked about, and the call repeated as the user chooses.
 *
 * @throws ApiError
 */
export function mutate<E extends Change>(endpoint: E, input: CallInput<E>): Promise<EndpointReply<E>> {
  return changing(endpoint, input, () => undefined);
}

/** {@link mutate}, which resolves only once what it made stale and is on screen was read again. */
export function mutateAndRefetch<E extends Change>(
  endpoint: E,
  input: CallInput<E>,
): Promise<EndpointReply<E>> {
  return changing(endpoint, input, (reading) => reading);
}

/**
 * {@link mutate} of what one read shows whole.
 *
 * @param shown the endpoint of that read: it has the reply at once.
 */
export async function mutateIntoCache<E extends Change>(
  endpoint: E,
  input: CallInput<E>,
  shown: ReadEndpoint & { readonly reply: E['reply'] },
): Promise<EndpointReply<E>> {
  const reply = await mutate(endpoint, input);
  queryClient.setQueriesData({ queryKey: queryKeyOf(shown) }, reply);
  return reply;
}

async function changing<E extends Change>(
  endpoint: E,
  input: CallInput<E>,
  until: (reading: Promise<void>) => Promise<void> | undefined,
): Promise<EndpointReply<E>> {
  const read = () => until(invalidateTags(queryClient, endpoint.changes));
  try {
    const reply = await callAskingForPlace(endpoint, input);
    await read();
    return reply;
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 409)) await read();
    throw error;
  }
}

/** Tells whether a call was refused because the place that it books is not free. */
export function isPlaceTaken(error: unknown): error is ApiError {
  return error instanceof ApiError && error.message === messages.placeTaken;
}

async function callAskingForPlace<E extends Change>(
  endpoint: E,
  input: CallInput<E>,
): Promise<EndpointReply<E>> {
  try {
    return await call(endpoint, input);
  } catch (error) {
    const choice = isPlaceTaken(error) && (await askForPlace(error.current));
    if (!choice) throw error;
    return callAskingForPlace(endpoint, addPlaceChoice(input, choice));
  }
}
