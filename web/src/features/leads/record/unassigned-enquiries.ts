import { useQuery } from '@tanstack/react-query';
import type { EndpointReply } from '#contract/call/endpoint.ts';
import { summariseIntake } from '#contract/intake/summary.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { useSession } from '#web/lib/session/session.ts';

export type UnassignedEnquiries = Pick<
  EndpointReply<typeof summariseIntake>,
  'toPlace' | 'failed' | 'onlyToPlace'
>;

/** @returns how many deliveries a person has to place, and how many failed; undefined for who may not, or not known yet. */
export function useUnassignedEnquiries(): UnassignedEnquiries | undefined {
  const level = useSession()?.level;
  const { data } = useQuery({
    ...endpointQuery(summariseIntake),
    enabled: mayCall(summariseIntake, level),
  });
  return data;
}
