import { useQuery } from '@tanstack/react-query';
import { useController } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import {
  type CustomerMessageKind,
  customerMessageKinds,
} from '#contract/customer-messages/customer-message.ts';
import { setStoppedMessages } from '#contract/customer-messages/customer-messages.ts';
import { mutateAndRefetch } from '#web/lib/api/mutate.ts';
import { CheckList } from '#web/ui/choice/check-list.tsx';
import type { DialogProps } from '#web/ui/dialog/dialog-host.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { RecordDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { useForm } from '#web/ui/form/use-form.tsx';
import { leadPanelQuery } from './panel.queries.ts';

/** The dialog that sets which automatic messages the customer of a lead wants. */
export function MessagePreferencesDialog({ id, onClose }: DialogProps) {
  const t = useTranslations('customerMessages.stop');
  const panel = useQuery(leadPanelQuery(id));
  return (
    <RecordDialog query={panel} title={t('title')} fields={4} onClose={onClose}>
      {({ stoppedMessages }) => <PreferencesForm id={id} stopped={stoppedMessages} onClose={onClose} />}
    </RecordDialog>
  );
}

const preferencesForm = z.object({ wanted: z.array(z.enum(customerMessageKinds)) });

type PreferencesFormProps = { id: string; stopped: readonly CustomerMessageKind[]; onClose: () => void };

function PreferencesForm({ id, stopped, onClose }: PreferencesFormProps) {
  const t = useTranslations('customerMessages');
  const ui = useTranslations('ui');
  const { form, dialog } = useForm({
    schema: preferencesForm,
    record: { wanted: customerMessageKinds.filter((kind) => !stopped.includes(kind)) },
    draft: `wantedMessages:${id}`,
    save: ({ wanted }) =>
      mutateAndRefetch(setStoppedMessages, {
        params: { id },
        body: { stopped: customerMessageKinds.filter((kind) => !wanted.includes(kind)) },
      }),
    saved: t('stop.saved'),
    onClose,
  });
  const { field } = useController({ control: form.control, name: 'wanted' });
  // In their own order, so that what is turned off and on again is no change.
  const choose = (chosen: string[]) =>
    field.onChange(customerMessageKinds.filter((kind) => chosen.includes(kind)));
  return (
    <FormDialog {...dialog} title={t('stop.title')} size={480}>
      <p className="quiet">{t('stop.why')}</p>
      <CheckList
        ref={field.ref}
        isFirst
        label={t('stop.label')}
        options={customerMessageKinds.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
        value={field.value}
        onChange={choose}
        searchLabel=""
        none={ui('noMatch')}
      />
    </FormDialog>
  );
}
