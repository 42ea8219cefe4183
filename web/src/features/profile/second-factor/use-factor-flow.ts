import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { useTranslations } from 'use-intl';
import { renewRecoveryCodes, startApp, turnOffSecondFactor } from '#contract/login/second-factor.ts';
import { call } from '#web/lib/api/api.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import type { AppOffer } from './app-step.tsx';
import { secondFactorQuery } from './second-factor.queries.ts';

/** What the dialog asks or shows. */
export type FactorFlow =
  | { at: 'password'; why: 'app' | 'codes' | 'off' }
  | { at: 'app'; offer: AppOffer }
  | { at: 'codes'; codes: readonly string[]; isFirst: boolean };

/** The steps of turning two-step login on or off, and of what changes it. */
export function useFactorFlow() {
  const t = useTranslations('profile.secondFactor');
  const client = useQueryClient();
  const errorText = useErrorText();
  const [flow, setFlow] = useState<FactorFlow>();
  const refresh = () =>
    Promise.all([
      client.invalidateQueries(secondFactorQuery),
      client.invalidateQueries({ queryKey: ['sessions'] }),
    ]);

  const offerApp = async (password?: string) => {
    const offer = await call(startApp, { body: { password } });
    setFlow({ at: 'app', offer });
  };

  return {
    flow,
    close: () => setFlow(undefined),
    ask: (why: 'codes' | 'off') => setFlow({ at: 'password', why }),

    /** Asks for the password where the server wants it. */
    async startApp() {
      try {
        await offerApp();
      } catch (error) {
        if (error instanceof ApiError && error.fields.password) setFlow({ at: 'password', why: 'app' });
        else toast.error(errorText(error));
      }
    },

    /** @throws ApiError for a wrong password. */
    async withPassword(why: 'app' | 'codes' | 'off', password: string) {
      if (why === 'app') return offerApp(password);
      if (why === 'codes') {
        const { recoveryCodes } = await call(renewRecoveryCodes, { body: { password } });
        setFlow({ at: 'codes', codes: recoveryCodes, isFirst: false });
        return refresh();
      }
      await call(turnOffSecondFactor, { body: { password } });
      setFlow(undefined);
      toast.success(t('turnedOff'));
      return refresh();
    },

    added({ recoveryCodes }: { recoveryCodes: string[] | null }) {
      if (recoveryCodes) setFlow({ at: 'codes', codes: recoveryCodes, isFirst: true });
      else setFlow(undefined);
      toast.success(t(recoveryCodes ? 'turnedOn' : 'replaced'));
      void refresh();
    },
  };
}
