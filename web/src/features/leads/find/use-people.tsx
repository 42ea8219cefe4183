import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Fragment, type ReactNode, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type FoundLead, type FoundPerson, findOpenedLeads, findPeople } from '#contract/leads/lead-find.ts';
import { formatPhones } from '#web/features/leads/record/found-lead.ts';
import { listLastOpenedLeadIds } from '#web/features/leads/record/last-opened.ts';
import { useDescribeDue } from '#web/features/leads/record/use-found-due.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { useDealer } from '#web/lib/dealer/dealer.queries.ts';
import { loadPhoneRules } from '#web/lib/format/phone.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { StatusDot } from '#web/ui/feedback/status-dot.tsx';
import type { FindGroup, FindItem } from './find-items.ts';
import { matchesTypedText } from './found-by.ts';
import { MarkedText } from './marked-text.tsx';
import { useAddLead } from './use-add-lead.ts';
import { useVisibleLead } from './use-commands.ts';

// Milliseconds: fast typing asks once for several keys.
const debounce = 40;

type Note = { key: string; text: ReactNode };

/** Finds people as typed, and lists the leads opened last when nothing is. `isLoading`: `groups` may belong to what was typed before. */
export function useFindPeople(text: string): { groups: FindGroup[]; notes: Note[]; isLoading: boolean } {
  const t = useTranslations('find');
  const formats = useFormats();
  const { phoneCountry } = useDealer();
  const [asked] = useDebouncedValue(text, debounce);
  const { id: inSight } = useVisibleLead();
  const [opened] = useState(() => listLastOpenedLeadIds().filter((id) => id !== inSight));
  const itemOf = useLeadItem();
  const addLead = useAddLead();
  const navigate = useNavigate();
  const found = useQuery({
    ...endpointQuery(findPeople, { body: { text: asked } }),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  });
  const last = useQuery({
    ...endpointQuery(findOpenedLeads, { body: { ids: opened } }),
    enabled: text === '' && opened.length > 0,
  });
  const phone = usePhoneIn(asked, phoneCountry);
  if (text === '') {
    const items = (last.data?.leads ?? []).map((lead) => itemOf(lead, undefined));
    return { groups: [{ key: 'last', label: t('lastOpened'), items }], notes: [], isLoading: last.isLoading };
  }
  const { people = [], isCapped = false, elsewhere } = found.data ?? {};
  const isSettled = !found.isFetching && asked === text && !found.isError;
  const groups = people.map((person) => groupOf(person));
  if (isSettled && people.length === 0 && phone && addLead) {
    const item = {
      key: 'add',
      label: t('addLead', { phone: phone.shown }),
      run: () => addLead(phone.stored),
    };
    groups.unshift({ key: 'add', label: t('nothing'), items: [item] });
  }
  const notes = [
    found.isError && { key: 'failed', text: t('failed') },
    elsewhere &&
      elsewhere.serviceCenters.length > 0 && {
        key: 'elsewhere',
        text: `${t('elsewhere', { centers: formats.all(elsewhere.serviceCenters) })}. ${t('elsewhereWhy')}`,
      },
    elsewhere?.isHeldBack && { key: 'heldBack', text: t('heldBack') },
    isSettled && people.length === 0 && { key: 'nothing', text: t('nothing') },
    isCapped && { key: 'more', text: t('more') },
  ].filter((note) => typeof note === 'object');
  return { groups, notes, isLoading: found.isFetching || asked !== text };

  function groupOf({ customer, name, phone: own, otherPhones, open, past }: FoundPerson): FindGroup {
    const items = [...open, ...past].map((lead) => itemOf(lead, text));
    if (customer) {
      const run = () => void navigate({ to: '/main/customerOrders/$id', params: { id: customer } });
      items.push({ key: customer, label: t('customer'), run });
    }
    return {
      key: customer ?? own,
      label: t('person', { name, phone: formatPhones(own, otherPhones) }),
      items,
    };
  }
}

// `typed`: what it was found by, of which its line shows what matches; without it, its name.
function useLeadItem(): (lead: FoundLead, typed: string | undefined) => FindItem {
  const t = useTranslations('find');
  const statuses = useTranslations('leads.statuses');
  const dueText = useDescribeDue();
  const { open, replaceRecord: swap } = useListUrl();
  const isAnother = 'found' in useSearch({ strict: false });
  return (lead, typed) => {
    const { _id, name, status, serviceCenter, advisor, isActive, vehicleNumber, serviceOrCampaign } = lead;
    const found = [vehicleNumber, lead.jobId].filter(
      (one) => typed !== undefined && matchesTypedText(typed, one),
    );
    const what = serviceOrCampaign?.name ?? vehicleNumber;
    const due = dueText(lead);
    const facts = [
      !found.includes(what) && what,
      advisor && t('advisor', { name: advisor.name }),
      !isActive && t('archived'),
    ].filter(Boolean);
    return {
      key: _id,
      label: (
        <>
          {typed === undefined && <span>{name}</span>}
          <StatusDot status={status}>{statuses(status)}</StatusDot>
        </>
      ),
      description: (
        <>
          <span className={due.isLate ? 'danger' : undefined}>{due.text}</span>
          {`, ${serviceCenter.name}`}
          {found.map((one) => (
            <Fragment key={one}>
              {', '}
              <MarkedText text={one ?? ''} typed={typed ?? ''} />
            </Fragment>
          ))}
          {facts.map((fact) => `, ${fact}`)}
        </>
      ),
      run: () => {
        const shown = { found: _id, lead: undefined, dialog: undefined };
        // One way back leads to where the first search began.
        if (isAnother) swap(shown);
        else open(shown);
      },
    };
  };
}

function usePhoneIn(text: string, country: string): { stored: string; shown: string } | undefined {
  const [phone, setPhone] = useState<{ of: string; stored: string; shown: string }>();
  useEffect(() => {
    let isWanted = true;
    const read = async () => {
      const rules = await loadPhoneRules();
      const stored = rules.normalisePhone(text, country);
      if (!isWanted) return;
      setPhone(stored ? { of: text, stored, shown: rules.formatPhone(stored, country) } : undefined);
    };
    void read().catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [text, country]);
  return phone?.of === text ? phone : undefined;
}
