import { useQuery } from '@tanstack/react-query';
import { listMessageTexts } from '#contract/message-texts.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { useMessageChoices } from '#web/lib/dealer/use-message-choices.ts';

/** @returns the message texts that can answer an enquiry, and the one that is chosen already. */
export function useAnswerChoices(chosen: string | null | undefined): { value: string; label: string }[] {
  const { data: texts = [] } = useQuery(endpointQuery(listMessageTexts));
  const toChoices = useMessageChoices();
  // A new enquiry has no appointment yet.
  const isAnswer = (id: string) =>
    id === chosen || texts.some(({ _id, text }) => _id === id && !text.includes('{appointment}'));
  return toChoices(texts).filter(({ value }) => isAnswer(value));
}
