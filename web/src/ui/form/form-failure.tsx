import { ApiError } from '#web/lib/api/api-error.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';

/** Why a form was not saved, unless shown beside fields. */
export function FormFailure({ error }: { error: unknown }) {
  const errorText = useErrorText();
  if (!error || namesFields(error)) return null;
  return <Notice>{errorText(error)}</Notice>;
}

/** @returns whether the server refused certain fields. */
export function namesFields(error: unknown): boolean {
  return error instanceof ApiError && Object.keys(error.fields).length > 0;
}
