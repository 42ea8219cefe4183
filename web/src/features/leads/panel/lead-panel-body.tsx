import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { listMentions, markMentionsRead } from '#contract/comments.ts';
import { sendWhatsAppReply } from '#contract/intake/whatsapp.ts';
import type { CallGroup } from '#contract/leads/call-order.ts';
import type { LeadOffer } from '#contract/leads/lead-offers.ts';
import type { LeadPanel, OtherLead } from '#contract/leads/lead-panel.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { ContactLinks } from '#web/features/leads/contact/contact-links.tsx';
import { LeadAdvisor } from '#web/features/leads/contact/lead-advisor.tsx';
import type { ContactAttempt } from '#web/features/leads/contact/use-call-return.ts';
import { leadQuery } from '#web/features/leads/record/leads.queries.ts';
import { isLeadChangeable } from '#web/features/leads/record/may-change.ts';
import { Plate } from '#web/features/leads/record/plate.tsx';
import { ApiError } from '#web/lib/api/api-error.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { mutate } from '#web/lib/api/mutate.ts';
import { useDeferredInitialData } from '#web/lib/browser/use-deferred-initial-data.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useBackLinkState } from '#web/lib/url/back-link.ts';
import { RecordSkeleton } from '#web/ui/feedback/skeleton.tsx';
import { StatusDot } from '#web/ui/feedback/status-dot.tsx';
import { useIsPhone } from '#web/ui/frame/use-is-phone.ts';
import { EmptyState, LoadFailed } from '#web/ui/list/list-states.tsx';
import { LeadEnquiry, LeadHead } from './lead-head.tsx';
import classes from './lead-panel-body.module.css';
import { LeadTimeline } from './lead-timeline.tsx';
import { MergedLeadsLine, MergeSuggestion, useFollowMergedLead } from './merged-leads.tsx';
import { MessagePreferences } from './message-preferences.tsx';
import { useLeadOffers } from './offered-value.tsx';
import { leadPanelQuery, useCallGroup } from './panel.queries.ts';

type LeadPanelBodyProps = {
  id: string;
  reaching: ContactAttempt;
  isPage?: boolean;
  isFixed?: boolean;
  onMoved?: (id: string) => void;
};

/**
 * Shows facts first, then how to reach the customer, then what happened: in one column, or two where there is room. On a phone a chat
 * that can be answered comes right after how to reach the customer, before the facts.
 */
export function LeadPanelBody(props: LeadPanelBodyProps) {
  const { id, reaching, isPage = false, isFixed = false, onMoved } = props;
  const t = useTranslations('leadPanel');
  const leads = useTranslations('leads');
  const { data: panel, error, refetch } = useQuery(leadPanelQuery(id));
  const lead = useDeferredInitialData(useQuery({ ...leadQuery(id), enabled: false }).data);

  const group = useCallGroup(id, panel);
  const level = useSession()?.level;
  const mayReply = mayCall(sendWhatsAppReply, level) && lead?.isActive && isLeadChangeable(lead);
  const openUntil = mayReply ? panel?.conversation?.openUntil : undefined;
  const [chatPlace, setChatPlace] = useState<HTMLElement | null>(null);
  const isChatFirst = useIsPhone() && openUntil !== undefined;
  useReadMentions(id);
  useFollowMergedLead(lead, onMoved);

  if (error instanceof ApiError && error.status === 404)
    return <EmptyState title={t('gone')} why={t('goneWhy')} />;
  if (error && !panel) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!lead) return <RecordSkeleton lines={3} />;
  const isStopped = panel !== undefined && panel.stoppedMessages.length > 0;
  const wanted = panel && !lead.isErased && (
    <MessagePreferences lead={lead._id} stopped={panel.stoppedMessages} />
  );
  const links = <ContactLinks lead={lead} onLeave={reaching.start} />;
  return (
    <div className={classes.panel}>
      <div className={classes.columns}>
        <div className={classes.facts}>
          <LeadAbout
            key={lead._id}
            lead={lead}
            group={group}
            isPage={isPage}
            isFixed={isFixed || !isLeadChangeable(lead)}
            areNotesShown={openUntil === undefined || !isSaidInChat(lead.notes, panel)}
            offers={panel?.offers ?? []}
          >
            {isChatFirst && (
              <>
                {links}
                <div ref={setChatPlace} />
              </>
            )}
          </LeadAbout>
          {lead.isErased ? (
            <p className="quiet">{t('erased')}</p>
          ) : lead.mergedInto ? (
            <Link to="/main/lead/$id" params={{ id: lead.mergedInto }}>
              {leads('mergedInto')}
            </Link>
          ) : (
            <>
              {!isChatFirst && links}
              <LeadAdvisor lead={lead} />
              {isStopped && wanted}
            </>
          )}
          {panel?.merge && <MergedLeadsLine merge={panel.merge} />}
          {panel && <MergeSuggestion lead={lead} others={panel.otherLeads} />}
        </div>
        <div className={classes.story}>
          {panel ? (
            <LeadTimeline
              lead={lead}
              first={panel.timeline}
              openUntil={openUntil}
              chatPlace={isChatFirst ? chatPlace : undefined}
            />
          ) : (
            <RecordSkeleton lines={3} />
          )}
        </div>
        <div className={classes.others}>
          {panel && <JoinedLeads leads={panel.joined} />}
          {panel && <OtherLeads leads={panel.otherLeads} hasOtherCenters={panel.hasOtherCenters} />}
          {!isStopped && wanted}
        </div>
      </div>
    </div>
  );
}

// The first message of a chat becomes the notes of its lead.
function isSaidInChat(notes: string | null, panel: LeadPanel | undefined): boolean {
  const { entries = [] } = panel?.timeline ?? {};
  return entries.some((entry) => entry.kind === 'intake' && entry.delivery.notes === notes);
}

type LeadAboutProps = {
  lead: Lead;
  group: CallGroup | undefined;
  isPage: boolean;
  isFixed: boolean;
  areNotesShown: boolean;
  offers: readonly LeadOffer[];
  children: ReactNode;
};

function LeadAbout(props: LeadAboutProps) {
  const { lead, group, isPage, isFixed, areNotesShown, offers, children } = props;
  const showOffer = useLeadOffers(lead, offers);
  return (
    <>
      <LeadHead lead={lead} group={group} isPage={isPage} isFixed={isFixed} showOffer={showOffer} />
      {children}
      <LeadEnquiry lead={lead} areNotesShown={areNotesShown} showOffer={showOffer} />
    </>
  );
}

function OtherLeads(props: { leads: readonly OtherLead[]; hasOtherCenters: boolean }) {
  const t = useTranslations('leadPanel');
  if (props.leads.length === 0 && !props.hasOtherCenters) return null;
  return (
    <section>
      <h3 className={`heading ${classes.title}`}>{t('otherLeads')}</h3>
      {props.leads.length > 0 && (
        <ul className={`box ${classes.leads}`}>
          {props.leads.map((lead) => (
            <Other key={lead._id} lead={lead} />
          ))}
        </ul>
      )}
      {props.hasOtherCenters && <p className={`quiet ${classes.more}`}>{t('otherCenters')}</p>}
    </section>
  );
}

// What was merged into the lead, as it was.
function JoinedLeads(props: { leads: readonly OtherLead[] }) {
  const t = useTranslations('mergeLeads');
  if (props.leads.length === 0) return null;
  return (
    <section>
      <h3 className={`heading ${classes.title}`}>{t('joined')}</h3>
      <ul className={`box ${classes.leads}`}>
        {props.leads.map((lead) => (
          <li key={lead._id} className={classes.lead}>
            <About lead={lead} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Other({ lead }: { lead: OtherLead }) {
  const cameFrom = useBackLinkState();
  return (
    <li>
      <Link to="/main/lead/$id" params={{ id: lead._id }} state={cameFrom} className={classes.lead}>
        <About lead={lead} />
      </Link>
    </li>
  );
}

function About({ lead }: { lead: OtherLead }) {
  const t = useTranslations('leadPanel');
  const leads = useTranslations('leads');
  const formats = useFormats();
  const about = [
    lead.serviceOrCampaign?.name,
    lead.jobId && t('jobId', { jobId: lead.jobId }),
    lead.vehicleNumber,
    lead.serviceCenter.name,
    lead.isActive ? null : t('archived'),
  ].filter((part) => typeof part === 'string');
  return (
    <>
      <span className={classes.top}>
        <StatusDot status={lead.status}>{leads(`statuses.${lead.status}`)}</StatusDot>
        <span className={classes.date}>{formats.date(lead.date)}</span>
      </span>
      <span className="quiet">
        {about.map((part, at) => (
          <Fragment key={part}>
            {at > 0 && ' · '}
            {part === lead.vehicleNumber ? <Plate number={part} /> : part}
          </Fragment>
        ))}
      </span>
    </>
  );
}

function useReadMentions(lead: string): void {
  const enabled = mayCall(listMentions, useSession()?.level);
  const { data } = useQuery({ ...endpointQuery(listMentions), enabled });
  const isUnread = data?.mentions.some((mention) => mention.lead._id === lead && !mention.isRead);
  useEffect(() => {
    if (!isUnread) return;
    // On failure the next visit tries again.
    mutate(markMentionsRead, { body: { lead } }).catch(() => undefined);
  }, [isUnread, lead]);
}
