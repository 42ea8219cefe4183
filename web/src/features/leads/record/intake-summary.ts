import { useQuery } from '@tanstack/react-query';
import type { EndpointReply } from '#contract/call/endpoint.ts';
import { summariseIntake } from '#contract/intake/summary.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { useSession } from '#web/lib/session/session.ts';

export type IntakeSummary = Pick<
  EndpointReply<typeof summariseIntake>,
  'toPlace' | 'failed' | 'onlyToPlace' | 'messagesFailed'
>;

/**
 * Reads how many deliveries a person has to place and how many failed, with the one to place where it is the only one, and how many messages to customers failed.
 *
 * @returns undefined for those who may not see it, and until it is known.
 */
export function useIntakeSummary(): IntakeSummary | undefined {
  const level = useSession()?.level;
  const { data } = useQuery({
    ...endpointQuery(summariseIntake),
    enabled: mayCall(summariseIntake, level),
  });
  return data;
}
