import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { useCallReturn } from '#web/features/leads/contact/use-call-return.ts';
import { LeadPanelBody } from '#web/features/leads/panel/lead-panel-body.tsx';
import { LeadOutcomes } from '#web/features/leads/panel/lead-steps.tsx';
import { useRememberOpenedLead } from '#web/features/leads/record/last-opened.ts';
import { leadQuery } from '#web/features/leads/record/leads.queries.ts';
import { LeadViewersMark } from '#web/features/leads/record/present-mark.tsx';
import { useReportPresence } from '#web/lib/live/report-presence.ts';
import { useBackLink } from '#web/lib/url/back-link.ts';
import { PageNotFound } from '#web/ui/feedback/route-states.tsx';
import { LinkButton } from '#web/ui/frame/buttons.tsx';
import { Page } from '#web/ui/frame/page.tsx';

export const Route = createFileRoute('/main/lead/$id')({
  beforeLoad({ params }) {
    if (!z.uuid().safeParse(params.id).success) throw notFound();
  },
  loader({ context: { queryClient }, params: { id } }) {
    // Loaders are in the first load: fetch what this one needs.
    void import('#web/features/leads/panel/panel.queries.ts').then(
      ({ leadPanelQuery: panelQuery }) => queryClient.prefetchQuery(panelQuery(id)),
      () => undefined,
    );
  },
  component: LeadPage,
  notFoundComponent: PageNotFound,
});

function LeadPage() {
  const { id } = Route.useParams();
  const t = useTranslations('leads');
  const history = useTranslations('leadHistory');
  const back = useBackLink();
  const navigate = Route.useNavigate();
  const { data: lead } = useQuery({ ...leadQuery(id), enabled: false });
  const reaching = useCallReturn(id);
  useReportPresence(id);
  useRememberOpenedLead(id);
  return (
    <Page
      title={lead?.name ?? t('panel')}
      action={
        <>
          <LeadViewersMark lead={id} />
          {back && (
            <LinkButton
              variant="default"
              leftSection={<IconArrowLeft size={16} stroke={1.75} />}
              {...back.link}
            >
              {history(back.isOneLead ? 'backToLead' : 'backToList')}
            </LinkButton>
          )}
        </>
      }
    >
      <LeadPanelBody
        key={id}
        id={id}
        reaching={reaching}
        isPage
        onMoved={(id) => void navigate({ params: { id }, replace: true })}
      />
      <div className="page-foot">
        <LeadOutcomes id={id} reaching={reaching} />
      </div>
    </Page>
  );
}
