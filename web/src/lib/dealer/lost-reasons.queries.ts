import { useQuery } from '@tanstack/react-query';
import { useLocale } from 'use-intl';
import {
  findLostReason,
  type LostReason,
  listLostReasons,
  lostReasonLanguages,
} from '#contract/leads/lost-reasons.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';

type OfferedReason = { _id: string; label: string; kept: string };

/**
 * Reads the dealer's lost reasons.
 *
 * @returns `offered`: the active ones in the screen's language, undefined until they are known; and `isPending`.
 */
export function useLostReasons() {
  const { data, isPending } = useQuery(endpointQuery(listLostReasons));
  const inOwn = useOwnLanguage();
  const offered = data
    ?.filter(({ isActive }) => isActive)
    .map((reason): OfferedReason => ({ _id: reason._id, label: inOwn(reason), kept: reason.en }));
  return { offered, isPending };
}

/** @returns a function that translates a reason of the list into the language of the screen; undefined for what somebody typed. */
export function useTranslateLostReason(): (text: string) => string | undefined {
  const { data = [] } = useQuery(endpointQuery(listLostReasons));
  const inOwn = useOwnLanguage();
  return (text) => {
    const reason = findLostReason(data, text);
    return reason && inOwn(reason);
  };
}

function useOwnLanguage(): (reason: LostReason) => string {
  const [spoken] = useLocale().split('-');
  const own = lostReasonLanguages.find((language) => language === spoken) ?? 'en';
  return (reason) => reason[own] || reason.en;
}
