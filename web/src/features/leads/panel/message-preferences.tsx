import { useTranslations } from 'use-intl';
import {
  type CustomerMessageKind,
  customerMessageKinds,
} from '#contract/customer-messages/customer-message.ts';
import { setStoppedMessages } from '#contract/customer-messages/customer-messages.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useDialogs } from '#web/lib/url/use-dialogs.ts';

/** Says which automatic messages the customer does not want, and leads to where that is set. */
export function MessagePreferences({
  lead,
  stopped,
}: {
  lead: string;
  stopped: readonly CustomerMessageKind[];
}) {
  const t = useTranslations('customerMessages');
  const formats = useFormats();
  const { openDialog } = useDialogs();
  if (!mayCall(setStoppedMessages, useSession()?.level)) return null;
  const kinds = customerMessageKinds.filter((kind) => stopped.includes(kind));
  const said =
    kinds.length === 0
      ? t('wantsAll')
      : kinds.length === customerMessageKinds.length
        ? t('wantsNone')
        : t('wantsNot', { kinds: formats.all(kinds.map((kind) => t(`kinds.${kind}`))) });
  return (
    <p className="quiet">
      {said}
      <button
        type="button"
        className="text-action"
        aria-label={t('changeWanted')}
        onClick={() => openDialog('lead.messages', lead)}
      >
        {t('change')}
      </button>
    </p>
  );
}
