import { Button } from '@mantine/core';
import { IconDeviceMobile, IconFingerprint, IconListNumbers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { maxPasskeys } from '#contract/login/passkeys.ts';
import { getSecondFactor, recoveryCodeCount, type SecondFactor } from '#contract/login/second-factor.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { supportsPasskeys } from '#web/lib/browser/has-passkeys.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Loaded } from '#web/ui/list/list-states.tsx';
import { IconRow } from '#web/ui/rows/icon-row.tsx';
import classes from './second-factor.module.css';
import { useSecondFactorFlow } from './use-factor-flow.ts';

const FactorDialog = lazyDialog(
  () => import('./factor-dialog.tsx'),
  'FactorDialog',
  'profile.secondFactor.title',
  1,
);

const few = 3;

/** The part of the user's profile that turns two-step login on and off and lists its passkeys. */
export function SecondFactorSection() {
  const handlers = useSecondFactorFlow();
  return (
    <Loaded query={useQuery(endpointQuery(getSecondFactor))} instead={<Skeleton width="60%" />}>
      {(factor) => (
        <>
          {factor.isOn ? (
            <Factors factor={factor} handlers={handlers} />
          ) : (
            <Off factor={factor} handlers={handlers} />
          )}
          {handlers.flow && (
            <FactorDialog
              flow={handlers.flow}
              handlers={handlers}
              isReplacing={factor.app !== null}
              onClose={handlers.close}
            />
          )}
        </>
      )}
    </Loaded>
  );
}

type PartProps = { factor: SecondFactor; handlers: ReturnType<typeof useSecondFactorFlow> };

function Off({ factor, handlers }: PartProps) {
  const t = useTranslations('profile.secondFactor');
  return (
    <>
      <p>{t('isOff')}</p>
      <div className="button-row">
        <AddButtons factor={factor} handlers={handlers} />
      </div>
    </>
  );
}

function AddButtons({ factor, handlers }: PartProps) {
  const t = useTranslations('profile.secondFactor');
  return (
    <>
      {factor.mayAddPasskey && supportsPasskeys() && factor.passkeys.length < maxPasskeys && (
        <Button variant="default" onClick={() => void handlers.add('passkey')}>
          {t('addPasskey')}
        </Button>
      )}
      {!factor.app && (
        <Button variant="default" onClick={() => void handlers.add('app')}>
          {t('addApp')}
        </Button>
      )}
    </>
  );
}

function Factors({ factor, handlers }: PartProps) {
  const t = useTranslations('profile.secondFactor');
  const formats = useFormats();
  const { app, passkeys, recoveryCodesLeft } = factor;
  const isOnly = !app && passkeys.length === 1;
  const lastUse = (at: string | null) => (at ? t('usedAt', { at: formats.moment(at) }) : t('neverUsed'));
  return (
    <>
      <ul className="box">
        {passkeys.map((passkey) => (
          <IconRow
            key={passkey._id}
            icon={IconFingerprint}
            name={passkey.name}
            detail={t('passkeyAddedAt', { at: formats.moment(passkey.addedAt) })}
            more={lastUse(passkey.lastUsedAt)}
          >
            <span className={classes.actions}>
              <Button
                variant="subtle"
                color="gray"
                aria-label={t('renameOf', { name: passkey.name })}
                onClick={() => handlers.askName(passkey)}
              >
                {t('rename')}
              </Button>
              {!isOnly && (
                <Button
                  variant="subtle"
                  color="gray"
                  aria-label={t('removeOf', { name: passkey.name })}
                  onClick={() => handlers.askFor({ what: 'remove', passkey })}
                >
                  {t('remove')}
                </Button>
              )}
            </span>
          </IconRow>
        ))}
        {app && (
          <IconRow
            icon={IconDeviceMobile}
            name={t('app')}
            detail={t('addedAt', { at: formats.moment(app.addedAt) })}
          >
            <Button
              variant="subtle"
              color="gray"
              aria-label={t('replaceAppOf')}
              onClick={() => void handlers.add('app')}
            >
              {t('replaceApp')}
            </Button>
          </IconRow>
        )}
        <IconRow
          icon={IconListNumbers}
          name={t('codes')}
          detail={t('codesLeft', { count: recoveryCodesLeft, total: recoveryCodeCount })}
          isWarning={recoveryCodesLeft < few}
        >
          <Button variant="subtle" color="gray" onClick={() => handlers.askFor({ what: 'codes' })}>
            {t('newCodes')}
          </Button>
        </IconRow>
      </ul>
      {factor.isRequired && <p className="quiet">{t('isRequired')}</p>}
      <div className="button-row">
        <AddButtons factor={factor} handlers={handlers} />
        {!factor.isRequired && (
          <Button variant="default" onClick={() => handlers.askToTurnOff(factor)}>
            {t('turnOff')}
          </Button>
        )}
      </div>
    </>
  );
}
