import { Button } from '@mantine/core';
import { IconArrowMerge, IconClipboardList, IconEraser, IconMapPin, IconPencil } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { mergeCustomers } from '#contract/customer-merges.ts';
import {
  type CustomerDetails,
  type CustomerSuggestion,
  decideCustomerSuggestion,
  editCustomer,
  type SuggestionField,
} from '#contract/customers.ts';
import { eraseCustomer, exportCustomer } from '#contract/privacy/erasure.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { mutateAndRefetch } from '#web/lib/api/mutate.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useDialogs } from '#web/lib/url/use-dialogs.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import type { DialogProps } from '#web/ui/dialog/dialog-host.tsx';
import { InlineNotice } from '#web/ui/feedback/notice.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { LinkButton } from '#web/ui/frame/buttons.tsx';
import { DownloadButton } from '#web/ui/frame/download-button.tsx';
import { PhoneLink } from '#web/ui/frame/phone-link.tsx';
import { Loaded } from '#web/ui/list/list-states.tsx';
import classes from './customer-dialog.module.css';
import { CustomerMergeHistory } from './merge-history.tsx';
import { useMergedCustomer } from './use-merged-customer.ts';

/** Shows a customer, with links to addresses and bookings and buttons to edit, merge, export and erase them. */
export function CustomerDialog({ id, onClose }: DialogProps) {
  const t = useTranslations('customers');
  const { isMoved, ...query } = useMergedCustomer(id);
  const waiting = (
    <div className="field-stack" aria-busy>
      {[60, 40, 45].map((width) => (
        <Skeleton key={width} width={`${width}%`} height={20} />
      ))}
    </div>
  );
  return (
    <Dialog isTall title={t('view')} size={640} onClose={onClose}>
      <Loaded query={query} instead={waiting}>
        {(customer) => <CustomerView customer={customer} isMoved={isMoved} />}
      </Loaded>
    </Dialog>
  );
}

type CustomerViewProps = { customer: CustomerDetails; isMoved: boolean };

function CustomerView({ customer, isMoved }: CustomerViewProps) {
  const t = useTranslations('customers');
  const ui = useTranslations('ui');
  const level = useSession()?.level;
  const { openDialog, replaceDialog } = useDialogs();
  const { _id: id, name, email, mobile, otherMobiles, nameSuggestion, emailSuggestion } = customer;
  const suggested = (field: SuggestionField, suggestion: CustomerSuggestion | null) =>
    suggestion && <Suggestion key={suggestion.value} customerId={id} field={field} suggestion={suggestion} />;
  const params = { id };
  return (
    <div className="field-stack">
      {isMoved && <InlineNotice>{t('merge.moved')}</InlineNotice>}
      <dl className={`field-stack ${classes.facts}`}>
        <div>
          <dt>{t('fields.name')}</dt>
          <dd>{name}</dd>
          {suggested('name', nameSuggestion)}
        </div>
        <div>
          <dt>{t('fields.email')}</dt>
          <dd>{email ? <a href={`mailto:${email}`}>{email}</a> : ui('none')}</dd>
          {suggested('email', emailSuggestion)}
        </div>
        <div>
          <dt>{t('fields.mobile')}</dt>
          {[mobile, ...otherMobiles].map((phone) => (
            <dd key={phone}>
              <PhoneLink phone={phone} />
            </dd>
          ))}
        </div>
        <CustomerMergeHistory customer={id} />
      </dl>
      <div className="button-row">
        {mayCall(editCustomer, level) && (
          <Button
            data-autofocus
            leftSection={<IconPencil size={16} stroke={1.75} />}
            onClick={() => openDialog('customer.edit', id)}
          >
            {t('edit')}
          </Button>
        )}
        <LinkButton
          variant="default"
          leftSection={<IconMapPin size={16} stroke={1.75} />}
          to="/main/addressesFromCustomer/$id"
          params={params}
        >
          {t('addresses')}
        </LinkButton>
        <LinkButton
          variant="default"
          leftSection={<IconClipboardList size={16} stroke={1.75} />}
          to="/main/customerOrders/$id"
          params={params}
        >
          {t('orders')}
        </LinkButton>
        {mayCall(mergeCustomers, level) && (
          <Button
            variant="default"
            leftSection={<IconArrowMerge size={16} stroke={1.75} />}
            onClick={() => openDialog('customers.merge', id)}
          >
            {t('merge.openOne')}
          </Button>
        )}
        <DownloadButton
          endpoint={exportCustomer}
          input={{ params }}
          label={t('export')}
          failed={t('exportFailed')}
        />
        {mayCall(eraseCustomer, level) && (
          <Button
            variant="default"
            className="danger"
            leftSection={<IconEraser size={16} stroke={1.75} />}
            onClick={() => replaceDialog('customer.erase', id)}
          >
            {t('erase.open')}
          </Button>
        )}
      </div>
    </div>
  );
}

type SuggestionProps = {
  customerId: string;
  field: SuggestionField;
  suggestion: CustomerSuggestion;
};

function Suggestion({ customerId, field, suggestion }: SuggestionProps) {
  const t = useTranslations('customers.suggestion');
  const formats = useFormats();
  const errorText = useErrorText();
  const [failure, setFailure] = useState<string>();
  const decide = useMutation({
    mutationFn: (take: boolean) =>
      mutateAndRefetch(decideCustomerSuggestion, {
        params: { id: customerId },
        body: { field, take, value },
      }),
  });
  const { value, by, at, lead } = suggestion;
  const settle = async (take: boolean) => {
    setFailure(undefined);
    try {
      await decide.mutateAsync(take);
    } catch (error) {
      setFailure(errorText(error));
    }
  };
  const button = (take: boolean) => (
    <button
      type="button"
      className={classes.decide}
      aria-label={t(take ? 'useOf' : 'dismissOf', { value })}
      disabled={decide.isPending}
      onClick={() => void settle(take)}
    >
      {t(take ? 'use' : 'dismiss')}
    </button>
  );
  return (
    <dd className={classes.suggestion}>
      <p>
        {t.rich('alsoGiven', {
          value,
          name: by.name,
          date: formats.day(at),
          lead: (words) => (
            <Link to="/main/leadHistory/$entryId" params={{ entryId: lead }}>
              {words}
            </Link>
          ),
        })}
      </p>
      {button(true)}
      {button(false)}
      {failure && <p role="alert">{failure}</p>}
    </dd>
  );
}
