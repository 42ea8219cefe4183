import { IconArrowsDiagonal } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { type ContactAttempt, useCallReturn } from '#web/features/leads/contact/use-call-return.ts';
import { useRememberOpenedLead } from '#web/features/leads/record/last-opened.ts';
import { leadQuery } from '#web/features/leads/record/leads.queries.ts';
import { LeadViewersMark } from '#web/features/leads/record/present-mark.tsx';
import { useReportPresence } from '#web/lib/live/report-presence.ts';
import { useBackLinkState } from '#web/lib/url/back-link.ts';
import { RecordSkeleton } from '#web/ui/feedback/skeleton.tsx';
import { IconLink } from '#web/ui/frame/buttons.tsx';
import { SidePanel } from '#web/ui/frame/side-panel.tsx';
import { lazyPart } from '#web/ui/lazy/lazy-part.tsx';
import { LostPart } from '#web/ui/lazy/lost-part.tsx';

type LeadPanelProps = {
  id: string;
  onClose: () => void;
  onNext?: () => void;
  onPrevious?: () => void;
  place?: ReactNode;
  // Stays below the lead, in place of its own outcomes: the lead is being worked.
  footer?: (reaching: ContactAttempt) => ReactNode;
  isAbove?: boolean;
  onMoved?: (id: string) => void;
};

const LeadPanelBody = lazyPart(() => import('./lead-panel-body.tsx'), 'LeadPanelBody', {
  waiting: ({ id }) => <WaitingBody id={id} />,
  failed: ({ id }, failure) => (
    <>
      <LeadName id={id} />
      <LostPart {...failure} />
    </>
  ),
});
const LeadOutcomes = lazyPart(() => import('./lead-steps.tsx'), 'LeadOutcomes');

/** Shows a lead beside its list, at once with what a list knows. `panelSearch` in the URL opens its forms. */
export function LeadPanel({ id, footer, onMoved, ...frame }: LeadPanelProps) {
  const t = useTranslations('leads');
  const { data: lead } = useQuery({ ...leadQuery(id), enabled: false });
  const reaching = useCallReturn(id);
  const isWorked = footer !== undefined;
  const cameFrom = useBackLinkState();
  useReportPresence(id);
  useRememberOpenedLead(id);
  return (
    <SidePanel
      {...frame}
      recordId={id}
      isWide={isWorked}
      hasOwnUndo={isWorked}
      footer={footer ? footer(reaching) : <LeadOutcomes id={id} reaching={reaching} />}
      label={lead ? `${t('panel')}: ${lead.name}` : t('panel')}
      actions={
        <>
          <LeadViewersMark lead={id} />
          <IconLink
            label={t('openPage')}
            icon={<IconArrowsDiagonal size={17} stroke={1.75} />}
            link={{ to: '/main/lead/$id', params: { id }, state: cameFrom }}
          />
        </>
      }
    >
      <LeadPanelBody key={id} id={id} reaching={reaching} isFixed={isWorked} onMoved={onMoved} />
    </SidePanel>
  );
}

/** Outcomes can be logged below it, so that whoever they are about has to be named. */
function LeadName({ id }: { id: string }) {
  const { data: lead } = useQuery({ ...leadQuery(id), enabled: false });
  return <h2 className="heading">{lead?.name}</h2>;
}

function WaitingBody({ id }: { id: string }) {
  return (
    <>
      <LeadName id={id} />
      <RecordSkeleton lines={4} />
    </>
  );
}
