import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { EndpointBodyInput } from '#contract/call/endpoint.ts';
import { removePasskey, renamePasskey, startPasskeyRegistration } from '#contract/login/passkeys.ts';
import {
  type Passkey,
  renewRecoveryCodes,
  type SecondFactor,
  startAuthenticatorSetUp,
  turnOffSecondFactor,
} from '#contract/login/second-factor.ts';
import { call } from '#web/lib/api/api.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { mutate } from '#web/lib/api/mutate.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import type { AuthenticatorSetup } from './app-step.tsx';
import type { PasskeyRegistration } from './passkey-step.tsx';

type Way = 'app' | 'passkey';

type Purpose = { what: Way | 'codes' } | { what: 'remove'; passkey: Passkey };

/** The step that a change of the user's second factor is at. */
export type SecondFactorFlow =
  | { at: 'password'; why: Purpose }
  | { at: 'off'; factor: SecondFactor }
  | { at: 'app'; offer: AuthenticatorSetup }
  | { at: 'passkey'; offer: PasskeyRegistration }
  | { at: 'rename'; passkey: Passkey }
  | { at: 'codes'; codes: readonly string[] };

export type TurnOffBody = EndpointBodyInput<typeof turnOffSecondFactor>;

/**
 * Leads through a change of the user's second factor, step by step.
 *
 * @returns the step (`flow`), if one is open, and what begins and ends each.
 */
export function useSecondFactorFlow() {
  const t = useTranslations('profile.secondFactor');
  const errorText = useErrorText();
  const [flow, setFlow] = useState<SecondFactorFlow>();
  const done = (text: 'turnedOff' | 'passkeyRemoved' | 'passkeyRenamed') => {
    setFlow(undefined);
    toast.success(t(text));
  };

  const offer = async (way: Way, password?: string) => {
    if (way === 'app')
      setFlow({ at: 'app', offer: await call(startAuthenticatorSetUp, { body: { password } }) });
    else setFlow({ at: 'passkey', offer: await call(startPasskeyRegistration, { body: { password } }) });
  };

  return {
    flow,
    close: () => setFlow(undefined),
    askFor: (why: Purpose) => setFlow({ at: 'password', why }),
    askToTurnOff: (factor: SecondFactor) => setFlow({ at: 'off', factor }),
    askName: (passkey: Passkey) => setFlow({ at: 'rename', passkey }),

    async add(way: Way) {
      try {
        await offer(way);
      } catch (error) {
        if (error instanceof ApiError && error.fields.password)
          setFlow({ at: 'password', why: { what: way } });
        else toast.error(errorText(error));
      }
    },

    async withPassword(why: Purpose, password: string) {
      if (why.what === 'remove') {
        await mutate(removePasskey, { params: { id: why.passkey._id }, body: { password } });
        return done('passkeyRemoved');
      }
      if (why.what !== 'codes') return offer(why.what, password);
      const { recoveryCodes } = await mutate(renewRecoveryCodes, { body: { password } });
      setFlow({ at: 'codes', codes: recoveryCodes });
    },

    async turnOff(body: TurnOffBody) {
      await mutate(turnOffSecondFactor, { body });
      return done('turnedOff');
    },

    async rename({ _id: id }: Passkey, name: string) {
      await mutate(renamePasskey, { params: { id }, body: { name } });
      return done('passkeyRenamed');
    },

    added(
      { recoveryCodes }: { recoveryCodes: string[] | null },
      text: 'replaced' | 'appAdded' | 'passkeyAdded',
    ) {
      setFlow(recoveryCodes ? { at: 'codes', codes: recoveryCodes } : undefined);
      toast.success(t(recoveryCodes ? 'turnedOn' : text));
    },
  };
}
