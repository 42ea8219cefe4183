import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { listBulkAdvisors } from '#contract/leads/lead-bulk.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { customerCallingLevels, isManagement } from '#contract/levels.ts';
import { useDescribeAdvisor } from '#web/features/leads/record/use-describe-advisor.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Choice } from '#web/ui/choice/choice.tsx';
import { useChangeAdvisor } from './contact.queries.ts';
import classes from './lead-advisor.module.css';

/** Shows who is the advisor of a lead, with buttons that take, release or assign it. */
export function LeadAdvisor({ lead }: { lead: Lead }) {
  const t = useTranslations('leadContact');
  const self = useSession();
  const change = useChangeAdvisor(lead._id);
  const { advisor } = lead;
  const isOwn = advisor?._id === self?._id;
  const mayTake = customerCallingLevels.some((one) => one === self?.level);
  const name = isOwn ? t('you') : (advisor?.name ?? t('nobody'));
  return (
    <div className={classes.advisor}>
      <span className="quiet">{t('advisor')}</span>
      {self && isManagement(self.level) ? (
        <AdvisorChoice
          lead={lead}
          onChoose={(advisor) => change.mutate({ kind: 'assign', advisor, version: lead.version })}
        />
      ) : (
        <span className="screen-only">{name}</span>
      )}
      <span className="print-only">{advisor?.name ?? t('nobody')}</span>
      {mayTake && !advisor && (
        <Button
          size="xs"
          variant="default"
          loading={change.isPending}
          onClick={() => change.mutate({ kind: 'take' })}
        >
          {t('take')}
        </Button>
      )}
      {mayTake && isOwn && (
        <Button
          size="xs"
          variant="default"
          loading={change.isPending}
          onClick={() => change.mutate({ kind: 'release' })}
        >
          {t('release')}
        </Button>
      )}
    </div>
  );
}

type AdvisorChoiceProps = { lead: Lead; onChoose: (advisor: string | null) => void };

function AdvisorChoice({ lead: { _id: id, advisor }, onChoose }: AdvisorChoiceProps) {
  const t = useTranslations('leadContact');
  const describe = useDescribeAdvisor();
  const [isWanted, setWanted] = useState(false);
  const { data } = useQuery({
    ...endpointQuery(listBulkAdvisors, { body: { leads: [id] } }),
    enabled: isWanted,
  });
  const others = (data?.advisors ?? []).filter(({ _id }) => _id !== advisor?._id);
  const want = () => setWanted(true);
  return (
    <Choice
      size="xs"
      aria-label={t('advisor')}
      data={[
        { value: '', label: t('nobody') },
        ...(advisor ? [{ value: advisor._id, label: advisor.name }] : []),
        ...others.map((one) => ({ value: one._id, label: [one.name, ...describe(one)].join(' · ') })),
      ]}
      value={advisor?._id ?? ''}
      onChange={(id) => onChoose(id || null)}
      onFocus={want}
      onPointerEnter={want}
    />
  );
}
