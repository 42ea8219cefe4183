import { useTranslations } from 'use-intl';
import { usePrinting } from '#web/lib/browser/printing.ts';
import { useDealer } from '#web/lib/dealer/dealer.queries.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';

/** Says on paper whose list it is, and when it was printed. */
export function PrintedHead() {
  const t = useTranslations('ui.printed');
  const formats = useFormats();
  const since = usePrinting();
  const { name } = useDealer();
  return since ? (
    <p className="print-only">{t('head', { dealer: name, moment: formats.moment(since) })}</p>
  ) : null;
}
