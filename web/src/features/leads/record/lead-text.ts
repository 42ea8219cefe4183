import { useCallback } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { followUpSlots } from '#contract/business.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { formatDate, formatMoment, formatTime } from '#web/lib/format/format.ts';
import { useDealer } from '#web/lib/session/dealer.ts';

/** What is shown of a lead. */
export type LeadFact = Exclude<keyof Lead, '_id' | 'entryId' | 'version' | 'customer' | 'changedFields'>;

/** @returns a formatter for a lead's fields; '' for an empty one. */
export function useLeadText(): (lead: Lead, field: LeadFact) => string {
  const t = useTranslations('leadDetails');
  const leads = useTranslations('leads');
  const locale = useLocale();
  const { timeZone } = useDealer();
  return useCallback(
    (lead, field) => {
      const list = (words: readonly string[]) =>
        new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(words);
      switch (field) {
        case 'status':
          return leads(`statuses.${lead.status}`);
        case 'platform':
          return lead.platform ? leads(`platforms.${lead.platform}`) : '';
        case 'serviceOrCampaign':
          return serviceTypeOf(lead, (type) => leads(`types.${type}`));
        case 'isActive':
          return t(lead.isActive ? 'active' : 'archived');
        case 'followUpCount':
          return lead.followUpCount > followUpSlots
            ? t('followUpsLost')
            : t('followUps', { count: lead.followUpCount, slots: followUpSlots });
        case 'nextFollowUpDates':
          return list(lead.nextFollowUpDates.map((date) => formatDate(date, locale)));
        case 'appointmentDate':
          return lead.appointmentDate ? formatDate(lead.appointmentDate, locale) : '';
        case 'appointmentTime':
          return lead.appointmentTime ? formatTime(lead.appointmentTime, locale) : '';
        case 'createdAt':
        case 'updatedAt':
          return formatMoment(lead[field], timeZone, locale);
        case 'employees':
        case 'editedBy':
          return list(lead[field].map(({ name }) => name));
        case 'advisor':
          return lead.advisor?.name ?? '';
        case 'employee':
        case 'lastModifiedBy':
        case 'serviceCenter':
          return lead[field].name;
        default:
          return lead[field] ?? '';
      }
    },
    [t, leads, locale, timeZone],
  );
}

type OfferingType = NonNullable<Lead['serviceOrCampaign']>['type'];

/** @returns the lead's offering, the type before the name; '' for none. */
function serviceTypeOf(lead: Lead, typeName: (type: OfferingType) => string): string {
  const offering = lead.serviceOrCampaign;
  return offering ? `${typeName(offering.type)} · ${offering.name}` : '';
}
