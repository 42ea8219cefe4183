import { useTranslations } from 'use-intl';
import type { WholeImport } from '#contract/imports.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';

const separators: Record<string, 'comma' | 'semicolon' | 'tab'> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
};

/** What kind of file it is, and whose. */
export function ImportFacts({ one }: { one: WholeImport }) {
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
  return <p className="quiet">{facts.join(' · ')}</p>;
}
