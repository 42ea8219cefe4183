import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { listManagementLeads } from '#contract/leads/lead-oversight.ts';
import type { LeadList } from '#contract/leads/leads.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import type { DialogProps } from '#web/ui/dialog/dialog-host.tsx';
import { RecordDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { AssignForm } from './assign-form.tsx';

/** Gives the open leads of an advisor, whose id it takes, to others. */
export function ReassignDialog({ id, onDone, onClose }: DialogProps) {
  const t = useTranslations('assignment');
  const query = useQuery(endpointQuery(listManagementLeads, { query: { advisor: id, open: 'true' } }));
  return (
    <RecordDialog query={query} title={t('reassign')} fields={3} onClose={onClose}>
      {(list) => <OpenLeads id={id} list={list} onDone={onDone} onClose={onClose} />}
    </RecordDialog>
  );
}

function OpenLeads({ id, list, onDone, onClose }: DialogProps & { list: LeadList }) {
  const t = useTranslations('assignment');
  // Once they are given to others, none are left.
  const [name] = useState(list.leads[0]?.advisor?.name);
  if (name === undefined)
    return (
      <Dialog title={t('reassign')} onClose={onClose}>
        <p>{t('noneOpen')}</p>
      </Dialog>
    );
  return (
    <AssignForm
      title={t('reassignOf', { name })}
      chosen={{ matching: { list: 'management', advisor: id, open: 'true' } }}
      onDone={onDone}
      onClose={onClose}
    />
  );
}
