import { useTranslations } from 'use-intl';
import { connectionKinds } from '#contract/intake/connections.ts';
import { useDialogs } from '#web/lib/url/use-dialogs.ts';
import { Choice } from '#web/ui/choice/choice.tsx';
import { leaveWithoutAsking } from '#web/ui/form/leave.ts';

// Website forms, which have a dialog of their own, come last: arrow keys pass over no other kind behind them.
const kinds = [...connectionKinds, 'form'] as const;
type Kind = (typeof kinds)[number];

let typedName: string | undefined;

/** @returns the name that was typed before the kind was chosen that opened this dialog; undefined for one that nobody chose so. */
export function takeTypedName(): string | undefined {
  const name = typedName;
  typedName = undefined;
  return name;
}

type ConnectionKindProps<Own extends Kind> = {
  value: Own;
  own: readonly Own[];
  onChange?: (kind: Own) => void;
  isFirst: boolean;
  nameNow: () => string;
};

/** Chooses where enquiries come from. A kind that is none of the dialog's `own` opens the other dialog, with the name that was typed. */
export function ConnectionKind<Own extends Kind>(props: ConnectionKindProps<Own>) {
  const { value, own, onChange, isFirst, nameNow } = props;
  const t = useTranslations('intake.connections');
  const { replaceDialog } = useDialogs();
  const choose = (chosen: string) => {
    const kind = own.find((one) => one === chosen);
    if (kind) return onChange?.(kind);
    typedName = nameNow();
    leaveWithoutAsking(() =>
      chosen === 'form' ? replaceDialog('websiteForm.new') : replaceDialog('connection.new', chosen),
    );
  };
  return (
    <Choice
      label={t('fields.kind')}
      data-autofocus={isFirst || undefined}
      data={kinds.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
      value={value}
      onChange={choose}
    />
  );
}
