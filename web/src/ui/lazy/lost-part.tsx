import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import classes from './lost-part.module.css';
import type { CodeLoss } from './use-lazy-module.ts';

/** The loss of a part's code, as far as it is known, and how to try again. */
export type LostPartFailure = { loss?: CodeLoss; onRetry: () => void };

type LostPartProps = LostPartFailure & { isAtBottom?: boolean };

/** Says in place of a part that it could not be loaded, and offers what helps; `isAtBottom` keeps it on screen below a long list. */
export function LostPart({ loss, onRetry, isAtBottom }: LostPartProps) {
  const t = useTranslations('ui');
  return (
    <div role="alert" className={classes.line} data-bottom={isAtBottom || undefined}>
      <IconAlertTriangle size={18} stroke={1.75} aria-hidden className={classes.icon} />
      <span className={classes.text}>
        {t(loss?.isOutdated ? 'partOutdated' : loss ? 'partLost' : 'partBroken')}
      </span>
      <button type="button" className="text-action" onClick={onRetry}>
        {t('retry')}
      </button>
      {loss?.canReload && (
        <button type="button" className="text-action" onClick={() => window.location.reload()}>
          {t('reload')}
        </button>
      )}
    </div>
  );
}
