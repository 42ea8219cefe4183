import { queryOptions } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { getImport, type ImportSummary, listImports, listRefusedImportRows } from '#contract/imports.ts';
import { endpointPage, endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useContractText } from '#web/lib/i18n/use-texts.ts';

// Milliseconds between reads while one is under way.
const pace = 1_000;

const isUnderWay = ({ state }: Pick<ImportSummary, 'state'>) =>
  state === 'checking' || state === 'running' || state === 'reverting';

/** Makes the query of an import, which is repeated while the import is under way. */
export const importQuery = (id: string) =>
  queryOptions({
    ...endpointQuery(getImport, { params: { id } }),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? pace : false),
  });

/** Makes the query of the first refused rows of an import. */
export const refusedRowsQuery = (id: string) => endpointQuery(listRefusedImportRows, { params: { id } });

/** Makes the query of a page of imports, which is repeated while one of them is under way. */
export const importsQuery = ({ page }: { page: number }) =>
  queryOptions({
    ...endpointPage(listImports, { query: { page } }),
    refetchInterval: ({ state: { data } }) => (data?.rows.some(isUnderWay) ? pace : false),
  });

/** @returns a function that says in a sentence what became of an import. */
export function useDescribeImport(): (one: ImportSummary) => string {
  const t = useTranslations('imports.states');
  const contractText = useContractText();
  const formats = useFormats();
  return ({
    state,
    handled,
    rows,
    taken,
    joined,
    skipped,
    refused,
    reverted,
    revertedBy,
    startedAt,
    restored,
    keptCount,
    fault,
  }) => {
    const outcome = () => t('outcome', { taken, joined, skipped, refused });
    switch (state) {
      case 'running':
        return t('running', { handled, rows: rows ?? 0 });
      case 'done':
        return outcome();
      case 'stopped':
        return t('stopped', { outcome: outcome() });
      case 'failed':
        return contractText(fault ?? '');
      case 'reverting':
        return t('reverting', { reverted });
      case 'reverted':
        return t('reverted', {
          ...{ at: formats.moment(startedAt ?? ''), name: revertedBy?.name ?? '' },
          ...{ reverted, restored, kept: keptCount },
        });
      default:
        return t(state);
    }
  };
}
