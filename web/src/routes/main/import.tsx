import { IconRestore } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { type ImportSummary, revertImport } from '#contract/imports.ts';
import { ImportFileDrop } from '#web/features/imports/file-drop.tsx';
import { importsQuery, useDescribeImport } from '#web/features/imports/imports.queries.ts';
import { LeadTabs } from '#web/features/leads/lists/lead-tabs.tsx';
import { mayCall } from '#web/lib/api/may-call.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useSession } from '#web/lib/session/session.ts';
import { listUrlOptions, pageSearch } from '#web/lib/url/list-search.ts';
import { dialogParam } from '#web/lib/url/use-dialogs.ts';
import { Page } from '#web/ui/frame/page.tsx';
import { RecordList } from '#web/ui/list/list-screen.tsx';
import { EmptyState } from '#web/ui/list/list-states.tsx';
import { CardHead, RowAction, RowName } from '#web/ui/rows/row-parts.tsx';

// Few people open it: its calls stay out of the first load, and are asked once its code is there.
export const Route = createFileRoute('/main/import')({
  ...listUrlOptions(pageSearch),
  component: Import,
});

function Import() {
  const url = Route.useSearch();
  const navigate = Route.useNavigate();
  const t = useTranslations('imports');
  const outcome = useTranslations('imports.outcome');
  const ui = useTranslations('ui');
  const formats = useFormats();
  const textOf = useDescribeImport();
  const mayRevert = mayCall(revertImport, useSession()?.level);
  const list = useQuery(importsQuery(url));
  const onOpen = ({ _id }: { _id: string }) => void navigate({ to: '/main/import/$id', params: { id: _id } });

  const file = (one: ImportSummary) => <RowName onOpen={() => onOpen(one)}>{one.fileName}</RowName>;
  const revert = ({ _id, fileName, revertUntil }: ImportSummary) =>
    revertUntil &&
    mayRevert && (
      <RowAction
        icon={IconRestore}
        label={t('outcome.revertOf', { file: fileName })}
        link={{
          to: '/main/import/$id',
          params: { id: _id },
          search: { dialog: dialogParam('import.revert', _id) },
        }}
      />
    );
  return (
    <Page
      title={t('title')}
      total={list.data?.total}
      isTotalCapped={list.data?.isTotalCapped}
      tabs={<LeadTabs current="more" />}
    >
      <ImportFileDrop onUploaded={onOpen} />
      <RecordList
        label={outcome('list')}
        list={list}
        page={url.page}
        onOpen={onOpen}
        columns={[
          { key: 'file', header: t('columns.file'), cell: file },
          {
            key: 'noun',
            header: t('columns.noun'),
            width: '96px',
            cell: ({ noun }) => t(`nouns.${noun}`),
          },
          { key: 'became', header: t('columns.became'), width: '320px', cell: textOf },
          { key: 'by', header: t('columns.by'), width: '12%', cell: ({ by }) => by.name },
          {
            key: 'at',
            header: t('columns.at'),
            width: '192px',
            cell: ({ createdAt }) => formats.moment(createdAt),
          },
          { key: 'actions', header: ui('actions'), width: '88px', align: 'end', cell: revert },
        ]}
        card={(one) => (
          <>
            <CardHead>
              {file(one)}
              {revert(one)}
            </CardHead>
            <p>{textOf(one)}</p>
            <p className="quiet">
              {t(`nouns.${one.noun}`)} · {one.by.name} · {formats.moment(one.createdAt)}
            </p>
          </>
        )}
        empty={<EmptyState />}
      />
    </Page>
  );
}
