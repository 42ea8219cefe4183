import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMessages, useTranslations } from 'use-intl';
import { contactOutcomes } from '#contract/contacts.ts';
import { assignLead, listAdvisors, takeLead } from '#contract/leads/lead-advisors.ts';
import { leadStatuses, listAllowedStatuses } from '#contract/leads/lead-status.ts';
import { archiveLead, editLead, type Lead, moveLead } from '#contract/leads/leads.ts';
import { isManagement } from '#contract/levels.ts';
import { listOwnServiceCenters } from '#contract/service-centers.ts';
import { useChangeAdvisor } from '#web/features/leads/contact/contact.queries.ts';
import { getLogContact } from '#web/features/leads/contact/register-log-contact.ts';
import { leadQuery, useLeadMutation } from '#web/features/leads/record/leads.queries.ts';
import { isLeadChangeable } from '#web/features/leads/record/may-change.ts';
import { useDescribeAdvisor } from '#web/features/leads/record/use-describe-advisor.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useDialogs } from '#web/lib/url/use-dialogs.ts';
import { selectedCenter } from '#web/lib/url/use-list-url.ts';
import { useUndoable } from '#web/ui/feedback/use-undoable.ts';
import type { FindGroup, FindItem, FindScope } from './find-items.ts';
import { useAddLead } from './use-add-lead.ts';

const themes = ['light', 'dark', 'auto'] as const satisfies readonly MantineColorScheme[];

type Screens = typeof import('#web/lib/i18n/en/find.ts').find.screens;

/** Returns what can be done with the open lead, screens, centers and themes, as far as they match what is typed. */
export function useFindCommands(text: string, { screens, hasCenters }: FindScope): FindGroup[] {
  const t = useTranslations('find');
  const groups = [
    useLeadCommands(text),
    { key: 'screens', label: t('goTo'), items: useScreens(screens) },
    { key: 'centers', label: t('center'), items: useCenters(hasCenters && text !== '') },
    { key: 'themes', label: t('theme'), items: useThemes() },
  ];
  const words = text.toLowerCase().split(/\s+/);
  const matches = ({ words: own = '' }: FindItem) => words.every((word) => own.toLowerCase().includes(word));
  return groups.map((group) => ({ ...group, items: group.items.filter(matches) }));
}

function useScreens(screens: readonly string[]): FindItem[] {
  const t = useTranslations('find');
  const leads = useTranslations('leads');
  const navigate = useNavigate();
  const level = useSession()?.level;
  const addLead = useAddLead();
  const { screens: names } = useMessages().find;
  const known = (path: string): path is keyof Screens & string => Object.hasOwn(names, path);
  const hasAllLeads = level !== undefined && isManagement(level);
  const to = hasAllLeads ? '/main/manageMentLead/$status' : '/main/leadsByStatus/$status';
  const plain = screens.filter(known).map((path) => ({
    key: path,
    label: t(`screens.${path}`),
    words: t(`screens.${path}`),
    // The list behind the tab All.
    run: () =>
      void (path === '/main/leads' && hasAllLeads
        ? navigate({ to, params: { status: 'all' } })
        : navigate({ to: path })),
  }));
  const lists = leadStatuses.map((status) => ({
    key: `list ${status}`,
    label: leads(`statuses.${status}`),
    words: leads(`statuses.${status}`),
    run: () => void navigate({ to, params: { status } }),
  }));
  const add = { key: 'add', label: leads('addLead'), words: leads('addLead'), run: () => addLead?.() };
  return [...(addLead ? [add] : []), ...plain, ...lists];
}

function useCenters(isWanted: boolean): FindItem[] {
  const t = useTranslations('find');
  const ui = useTranslations('ui');
  const navigate = useNavigate();
  const { data: centers = [] } = useQuery({ ...endpointQuery(listOwnServiceCenters), enabled: isWanted });
  if (!isWanted || centers.length < 2) return [];
  const show = (serviceCenter: string | undefined) => {
    selectedCenter.set(serviceCenter);
    void navigate({ to: '.', search: (old) => ({ ...old, serviceCenter, page: undefined }) });
  };
  const all = { key: 'center', label: t('allCenters'), words: t('allCenters'), run: () => show(undefined) };
  const each = centers.map(({ _id, name, isActive }) => {
    const label = t('showCenter', { name: isActive ? name : ui('switchedOff', { name }) });
    return { key: `center ${_id}`, label, words: `${label} ${t('center')}`, run: () => show(_id) };
  });
  return [all, ...each];
}

function useThemes(): FindItem[] {
  const t = useTranslations('find');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return themes
    .filter((theme) => theme !== colorScheme)
    .map((theme) => {
      const label = t(`useTheme.${theme}`);
      return { key: `theme ${theme}`, label, words: label, run: () => setColorScheme(theme) };
    });
}

function useLeadCommands(text: string): FindGroup {
  const t = useTranslations('find');
  const statuses = useTranslations('leads.statuses');
  const contact = useTranslations('leadContact');
  const describe = useDescribeAdvisor();
  const self = useSession();
  const { id, isWorked } = useVisibleLead();
  const { openDialog } = useDialogs();
  const archive = useLeadMutation(archiveLead);
  const change = useChangeAdvisor(id ?? '');
  const { data: lead } = useQuery({ ...leadQuery(id ?? ''), enabled: false });
  const setActive = ({ _id, isActive }: Pick<Lead, '_id' | 'isActive'>) =>
    archive.mutateAsync({ params: { id: _id }, body: { isActive } });
  const archiving = useUndoable({
    act: ({ _id, isActive }: Lead) => setActive({ _id, isActive: !isActive }),
    line: ({ isActive, name }) => t(isActive ? 'unarchiveDone' : 'archiveDone', { name }),
    undo: ({ _id, isActive }) => setActive({ _id, isActive: !isActive }),
  });
  const mayAssign = mayCall(assignLead, self?.level);
  const center = lead?.serviceCenter._id ?? '';
  const { data: advisors = [] } = useQuery({
    ...endpointQuery(listAdvisors, { query: { serviceCenter: center } }),
    enabled: mayAssign && center !== '' && text !== '',
  });
  if (!id || !lead || !self || !isLeadChangeable(lead)) return { key: 'lead', label: '', items: [] };
  const item = (key: string, label: string, run: () => void): FindItem => ({ key, label, words: label, run });
  const assign = (advisor: string | null) =>
    change.mutate({ kind: 'assign', advisor, version: lead.version });
  const log = getLogContact(id);
  const items = [
    ...(log
      ? contactOutcomes.map((outcome) =>
          item(`log ${outcome}`, t('log', { outcome: contact(`outcomes.${outcome}`) }), () => log(outcome)),
        )
      : []),
    ...(mayCall(moveLead, self.level) && !isWorked && lead.status === 'booked'
      ? [item('reschedule', t('reschedule'), () => openDialog('lead.reschedule', id))]
      : []),
    ...(mayCall(moveLead, self.level) && !isWorked
      ? listAllowedStatuses(lead.status, isManagement(self.level)).map((status) =>
          item(`move ${status}`, t('move', { status: statuses(status) }), () =>
            openDialog('lead.move', `${id}.${status}`),
          ),
        )
      : []),
    ...(mayCall(editLead, self.level) && !isWorked
      ? [item('edit', t('edit'), () => openDialog('lead.edit', id))]
      : []),
    ...(mayCall(takeLead, self.level) && !lead.advisor
      ? [item('take', t('take'), () => change.mutate({ kind: 'take' }))]
      : []),
    ...(mayCall(takeLead, self.level) && lead.advisor?._id === self._id
      ? [item('release', t('release'), () => change.mutate({ kind: 'release' }))]
      : []),
    ...(mayCall(archiveLead, self.level)
      ? [item('archive', t(lead.isActive ? 'archive' : 'unarchive'), () => void archiving.run(lead))]
      : []),
    ...(mayAssign && lead.advisor && text ? [item('nobody', t('assignNobody'), () => assign(null))] : []),
    ...advisors
      .filter(({ _id }) => text !== '' && _id !== lead.advisor?._id)
      .map((one) =>
        item(
          `assign ${one._id}`,
          [t('assign', { name: one.name }), ...(one.awayUntil ? describe(one) : [])].join(' · '),
          () => assign(one._id),
        ),
      ),
  ];
  return { key: 'lead', label: t('onLead', { name: lead.name }), items };
}

/** Finds the lead that is in a panel, on its own page, or being worked. */
export function useVisibleLead(): { id: string | undefined; isWorked: boolean } {
  const { found, lead, work } = useSearch({ strict: false }) as Partial<
    Record<'found' | 'lead' | 'work', string>
  >;
  const { id } = useParams({ strict: false }) as { id?: string };
  const isPage = useLocation({ select: ({ pathname }) => pathname.startsWith('/main/lead/') });
  const shown = found ?? lead;
  return { id: shown ?? work ?? (isPage ? id : undefined), isWorked: !shown && work !== undefined };
}
