import { Button } from '@mantine/core';
import { IconDeviceMobile, IconListNumbers, type TablerIcon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { recoveryCodeCount, type SecondFactor } from '#contract/login/second-factor.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { LoadFailed } from '#web/ui/list/list-states.tsx';
import classes from './second-factor.module.css';
import { secondFactorQuery } from './second-factor.queries.ts';
import { useFactorFlow } from './use-factor-flow.ts';

const FactorDialog = lazyDialog(
  () => import('./factor-dialog.tsx'),
  'FactorDialog',
  'profile.secondFactor.title',
  1,
);

const few = 3;

/** Turns one's own two-step login on and off, and shows what it consists of. */
export function SecondFactorPart() {
  const factor = useQuery(secondFactorQuery);
  const on = useFactorFlow();
  if (factor.isError) return <LoadFailed error={factor.error} onRetry={() => void factor.refetch()} />;
  if (!factor.data) return <Skeleton width="60%" />;
  return (
    <>
      {factor.data.isOn ? <Factors factor={factor.data} on={on} /> : <Off on={on} />}
      {on.flow && (
        <FactorDialog flow={on.flow} on={on} isReplacing={factor.data.app !== null} onClose={on.close} />
      )}
    </>
  );
}

type PartProps = { on: ReturnType<typeof useFactorFlow> };

function Off({ on }: PartProps) {
  const t = useTranslations('profile.secondFactor');
  return (
    <>
      <p>{t('isOff')}</p>
      <div className="button-row">
        <Button variant="default" onClick={() => void on.startApp()}>
          {t('turnOn')}
        </Button>
      </div>
    </>
  );
}

function Factors({ factor, on }: PartProps & { factor: SecondFactor }) {
  const t = useTranslations('profile.secondFactor');
  const formats = useFormats();
  const { app, recoveryCodesLeft } = factor;
  return (
    <>
      <ul className={classes.list}>
        {app && (
          <Row
            icon={IconDeviceMobile}
            name={t('app')}
            detail={t('addedAt', { at: formats.moment(app.addedAt) })}
          >
            <Button
              variant="subtle"
              color="gray"
              aria-label={t('replaceAppOf')}
              onClick={() => void on.startApp()}
            >
              {t('replaceApp')}
            </Button>
          </Row>
        )}
        <Row
          icon={IconListNumbers}
          name={t('codes')}
          detail={t('codesLeft', { count: recoveryCodesLeft, total: recoveryCodeCount })}
          isWarning={recoveryCodesLeft < few}
        >
          <Button variant="subtle" color="gray" onClick={() => on.ask('codes')}>
            {t('newCodes')}
          </Button>
        </Row>
      </ul>
      <div className="button-row">
        <Button variant="default" onClick={() => on.ask('off')}>
          {t('turnOff')}
        </Button>
      </div>
    </>
  );
}

type RowProps = { icon: TablerIcon; name: string; detail: string; isWarning?: boolean; children: ReactNode };

function Row({ icon: Icon, name, detail, isWarning, children }: RowProps) {
  return (
    <li className={classes.row}>
      <Icon size={20} stroke={1.5} aria-hidden className={classes.icon} />
      <span className={classes.body}>
        <span className={classes.name}>{name}</span>
        <span className={isWarning ? `${classes.detail} ${classes.few}` : classes.detail}>{detail}</span>
      </span>
      {children}
    </li>
  );
}
