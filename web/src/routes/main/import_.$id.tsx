import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import type { ImportDetail } from '#contract/imports.ts';
import { ImportOutcome } from '#web/features/imports/import-outcome.tsx';
import { RunningImport } from '#web/features/imports/import-progress.tsx';
import { ImportSetUp } from '#web/features/imports/import-set-up.tsx';
import { importQuery } from '#web/features/imports/imports.queries.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { PageNotFound } from '#web/ui/feedback/route-states.tsx';
import { LinkButton } from '#web/ui/frame/buttons.tsx';
import { Page } from '#web/ui/frame/page.tsx';
import { LoadFailed } from '#web/ui/list/list-states.tsx';

export const Route = createFileRoute('/main/import_/$id')({
  beforeLoad({ params }) {
    if (!z.uuid().safeParse(params.id).success) throw notFound();
  },
  component: OneImport,
  notFoundComponent: PageNotFound,
});

// An import on its way: what its file means, how far it is, what became of it.
function OneImport() {
  const { id } = Route.useParams();
  const navigate = Route.useNavigate();
  const t = useTranslations('imports');
  const { data: one, error, refetch } = useQuery(importQuery(id));
  const isSetUp = one && ['draft', 'checking', 'checked'].includes(one.state);
  const isMoving = one && (one.state === 'running' || one.state === 'reverting');
  return (
    <Page
      title={one ? t('titleOf', { file: one.fileName }) : t('title')}
      action={
        <LinkButton
          variant="default"
          leftSection={<IconArrowLeft size={16} stroke={1.75} />}
          to="/main/import"
        >
          {t(!one || isSetUp || isMoving ? 'all' : 'outcome.another')}
        </LinkButton>
      }
    >
      {error && !one && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {one && <ImportFacts one={one} />}
      {one &&
        (isSetUp ? (
          <ImportSetUp key={id} file={one} onDiscarded={() => void navigate({ to: '/main/import' })} />
        ) : isMoving ? (
          <RunningImport one={one} />
        ) : (
          <ImportOutcome one={one} />
        ))}
    </Page>
  );
}

const separators: Record<string, 'comma' | 'semicolon' | 'tab'> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
};

function ImportFacts({ one }: { one: ImportDetail }) {
  const t = useTranslations('imports');
  const formats = useFormats();
  const { noun, kind, encoding, separator, sheet, sheets, by, createdAt } = one;
  const others = (sheets?.length ?? 1) - 1;
  const facts = [
    t(`nouns.${noun}`),
    kind === 'csv'
      ? t('facts.csv', {
          encoding: (encoding ?? '').toUpperCase(),
          separator: t(`facts.separators.${separators[separator ?? ','] ?? 'comma'}`),
        })
      : t('facts.xlsx', { sheet: sheet ?? '' }),
    ...(others > 0 ? [t('facts.otherSheets', { count: others })] : []),
    t('facts.uploaded', { at: formats.moment(createdAt), name: by.name }),
  ];
  return <p className="quiet">{facts.join('\u00a0· ')}</p>;
}
