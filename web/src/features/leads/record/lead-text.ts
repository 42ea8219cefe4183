import { useTranslations } from 'use-intl';
import { followUpSlots } from '#contract/business.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';

export type LeadFact = Exclude<
  keyof Lead,
  | '_id'
  | 'entryId'
  | 'version'
  | 'customer'
  | 'changedFields'
  | 'contactTries'
  | 'lastContactAt'
  | 'tryAgainAt'
>;

/** @returns how to write a lead's fields; '' for an empty one. */
export function useLeadText(): (lead: Lead, field: LeadFact) => string {
  const t = useTranslations('leadDetails');
  const leads = useTranslations('leads');
  const formats = useFormats();
  return (lead, field) => {
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
        return formats.list(lead.nextFollowUpDates.map((date) => formats.date(date)));
      case 'appointmentDate':
        return lead.appointmentDate ? formats.date(lead.appointmentDate) : '';
      case 'appointmentTime':
        return lead.appointmentTime ? formats.time(lead.appointmentTime) : '';
      case 'createdAt':
      case 'updatedAt':
        return formats.moment(lead[field]);
      case 'employees':
      case 'editedBy':
        return formats.list(lead[field].map(({ name }) => name));
      case 'advisor':
        return lead.advisor?.name ?? '';
      case 'employee':
      case 'lastModifiedBy':
      case 'serviceCenter':
        return lead[field].name;
      default:
        return lead[field] ?? '';
    }
  };
}

type OfferingType = NonNullable<Lead['serviceOrCampaign']>['type'];

/** The type before the name; '' for none. */
function serviceTypeOf(lead: Lead, typeName: (type: OfferingType) => string): string {
  const offering = lead.serviceOrCampaign;
  return offering ? `${typeName(offering.type)} · ${offering.name}` : '';
}
