import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { MessageValues } from '#contract/message-texts.ts';
import { listOwnServiceCenters } from '#contract/service-centers.ts';
import { addDays } from '#contract/text/dates.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { useDealer, useToday } from '#web/lib/dealer/dealer.queries.ts';
import { createFormats } from '#web/lib/format/formats.ts';

const sampleTime = '10:30';

/** @returns what fills the placeholders of a preview in a language. */
export function useSampleValues(): (language: string) => MessageValues {
  const t = useTranslations('messageSettings.sample');
  const { name, timeZone } = useDealer();
  const today = useToday();
  const { data: centers = [] } = useQuery(endpointQuery(listOwnServiceCenters));
  return (language) => {
    const formats = createFormats(language, timeZone);
    return {
      name: t('name'),
      vehicle: t('vehicle'),
      center: centers[0]?.name ?? name,
      appointment: `${formats.date(addDays(today, 1))}, ${formats.time(sampleTime)}`,
      callBy: null,
    };
  };
}
