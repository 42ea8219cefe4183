import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { getImport } from '#contract/imports.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { FilterChips } from '#web/ui/filter/filters.tsx';

type ImportedFileChipProps = { importId: string; onRemove: () => void };

/** Says that a list shows what one import brought in, and takes the filter away. */
export function ImportedFileChip({ importId, onRemove }: ImportedFileChipProps) {
  const t = useTranslations('managementLeads');
  const { data } = useQuery(endpointQuery(getImport, { params: { id: importId } }));
  const text = data ? t('narrowed.import', { file: data.fileName }) : t('narrowed.oneImport');
  const chip = { key: 'import', text, action: t('removeFilter', { text }), onRemove };
  return <FilterChips label={t('narrowedBy')} chips={[chip]} />;
}
