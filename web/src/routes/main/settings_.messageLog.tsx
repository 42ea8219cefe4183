import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { z } from 'zod';
import type { CustomerMessageReason } from '#contract/customer-messages/customer-message.ts';
import {
  type ListedCustomerMessage,
  listCustomerMessages,
  retryCustomerMessage,
} from '#contract/customer-messages/customer-messages.ts';
import { customerMessageLists } from '#contract/customer-messages/message-lists.ts';
import { editMessageSettings } from '#contract/customer-messages/message-settings.ts';
import { LeadTabs } from '#web/features/leads/lists/lead-tabs.tsx';
import { useDescribeMessageState } from '#web/features/leads/panel/message-state.ts';
import classes from '#web/features/settings/customer-messages/customer-messages.module.css';
import { SettingsFrame } from '#web/features/settings/settings-frame.tsx';
import { endpointPage } from '#web/lib/api/endpoint-query.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { mutate } from '#web/lib/api/mutate.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useSession } from '#web/lib/session/session.ts';
import { listUrlOptions, pageSearch } from '#web/lib/url/list-search.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { Segments } from '#web/ui/choice/segments.tsx';
import { useToastedMutation } from '#web/ui/feedback/use-undoable.ts';
import { LinkButton } from '#web/ui/frame/buttons.tsx';
import { ListScreen } from '#web/ui/list/list-screen.tsx';
import { EmptyState } from '#web/ui/list/list-states.tsx';
import { CardHead, RowAction, RowName } from '#web/ui/rows/row-parts.tsx';

const messageLogSearch = pageSearch.extend({
  list: z.enum(customerMessageLists).default('waiting').catch('waiting'),
});

const messagesQuery = ({ list, page }: z.output<typeof messageLogSearch>) =>
  endpointPage(listCustomerMessages, { query: { list, page } }, ['list']);

// Few people open it: its call stays out of the first load.
export const Route = createFileRoute('/main/settings_/messageLog')({
  ...listUrlOptions(messageLogSearch),
  component: MessageLog,
});

// A message that may have arrived is not sent again, nor one that nobody may get.
const finalReasons: readonly (CustomerMessageReason | null)[] = [
  'unknown',
  'erased',
  'stopped',
  'notTrueAnyMore',
];

function MessageLog() {
  const url = Route.useSearch();
  const t = useTranslations('customerMessages');
  const ui = useTranslations('ui');
  const format = useFormatter();
  const formats = useFormats();
  const describe = useDescribeMessageState();
  const level = useSession()?.level;
  const { open, setFilters } = useListUrl();
  const list = useQuery(messagesQuery(url));
  const retry = useToastedMutation({
    act: (id: string) => mutate(retryCustomerMessage, { params: { id }, body: {} }),
    done: () => t('list.retried'),
  });
  const isWaiting = url.list === 'waiting';
  const onOpen = ({ lead }: ListedCustomerMessage) => open({ found: lead._id });

  const who = (message: ListedCustomerMessage) => (
    <div className={classes.who}>
      <RowName onOpen={() => onOpen(message)}>{message.lead.name}</RowName>
      <p className="quiet one-line">{message.serviceCenter.name}</p>
    </div>
  );
  const wayOf = ({ way }: ListedCustomerMessage) => (way ? t(`ways.${way}`) : t('list.undecided'));
  const what = (message: ListedCustomerMessage) => (
    <>
      {t(`kinds.${message.kind}`)}
      <br />
      <span className="quiet">{wayOf(message)}</span>
    </>
  );
  const when = ({ dueAt, at }: ListedCustomerMessage) => formats.moment(isWaiting ? dueAt : at);
  const state = (message: ListedCustomerMessage) => {
    const { answer, rating } = message;
    const said = [
      describe(message),
      answer !== null && t('answered', { answer }),
      rating !== null && t('rated', { rating }),
    ].filter((part) => typeof part === 'string');
    return <span className={message.state === 'failed' ? 'danger' : undefined}>{said.join(' · ')}</span>;
  };
  const again = ({ _id, kind, lead, state, reason }: ListedCustomerMessage) =>
    state === 'failed' &&
    !finalReasons.includes(reason) && (
      <RowAction
        icon={IconRefresh}
        label={t('list.retryOf', { kind: t(`kinds.${kind}`), name: lead.name })}
        isBusy={retry.isPending && retry.variables === _id}
        onClick={() => void retry.run(_id)}
      />
    );
  const lists = (
    <div>
      <Segments
        label={t('list.lists')}
        value={url.list}
        onChange={(chosen) => setFilters({ list: chosen })}
        options={customerMessageLists.map((value) => ({
          value,
          label: t(`list.${value}`),
          ...(value === 'failed' && { count: list.data ? format.number(list.data.failed) : '' }),
        }))}
      />
    </div>
  );
  return (
    <SettingsFrame>
      <ListScreen
        title={t('list.title')}
        action={
          mayCall(editMessageSettings, level) && (
            <LinkButton variant="default" to="/main/settings/customerMessages">
              {t('list.settings')}
            </LinkButton>
          )
        }
        tabs={level === 'superAdmin' ? lists : <LeadTabs current="more">{lists}</LeadTabs>}
        list={list}
        page={url.page}
        onOpen={onOpen}
        columns={[
          { key: 'lead', header: t('list.columns.lead'), cell: who },
          { key: 'kind', header: t('list.columns.kind'), width: '19%', cell: what },
          {
            key: 'at',
            header: t(isWaiting ? 'list.columns.due' : 'list.columns.at'),
            width: '168px',
            cell: when,
          },
          { key: 'state', header: t('list.columns.state'), width: '25%', cell: state },
          { key: 'actions', header: ui('actions'), width: '80px', align: 'end', cell: again },
        ]}
        card={(message) => (
          <>
            <CardHead>
              {who(message)}
              {again(message)}
            </CardHead>
            <p>{t(`kinds.${message.kind}`)}</p>
            <p>{state(message)}</p>
            <p className="quiet">
              {wayOf(message)} · {when(message)}
            </p>
          </>
        )}
        empty={<EmptyState why={t(`list.empty.${url.list}`)} />}
      />
    </SettingsFrame>
  );
}
