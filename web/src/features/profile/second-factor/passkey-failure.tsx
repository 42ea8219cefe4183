import { useTranslations } from 'use-intl';
import { NoPasskeyError } from '#web/lib/browser/passkeys.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FormFailure } from '#web/ui/form/form-failure.tsx';

export function PasskeyFailure({ error }: { error: unknown }) {
  const t = useTranslations('profile.secondFactor');
  if (!(error instanceof NoPasskeyError)) return <FormFailure error={error} />;
  return <Notice tone="warning">{t(error.isKnown ? 'passkeyKnown' : 'passkeyCancelled')}</Notice>;
}
