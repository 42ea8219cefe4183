import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { maxDaysAhead } from '#contract/business.ts';
import type { EndpointBodyInput } from '#contract/call/endpoint.ts';
import { leadStatuses } from '#contract/leads/lead-status.ts';
import { type Lead, moveLead } from '#contract/leads/leads.ts';
import { isManagement } from '#contract/levels.ts';
import { listOwnServiceCenters } from '#contract/service-centers.ts';
import { addDays } from '#contract/text/dates.ts';
import { EditingNotice } from '#web/features/leads/form/editing-notice.tsx';
import { useLeadEditing } from '#web/features/leads/form/use-lead-editing.ts';
import { useLeadMutation } from '#web/features/leads/record/leads.queries.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { useToday } from '#web/lib/dealer/dealer.queries.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useSession } from '#web/lib/session/session.ts';
import {
  compareMoves,
  judgeMove,
  type MoveField,
  type MoveFormValues,
  toMoveFormValues,
} from './move-form.ts';

type MoveInput = { params: { id: string }; body: EndpointBodyInput<typeof moveLead> };

// `send`: how it is saved, if it is not the change of a lead alone.
type MoveEditing = {
  draft: string;
  begin: (lead: Lead, context: { today: string; isManagement: boolean }) => MoveFormValues;
  send?: (input: MoveInput) => Promise<Lead>;
  tellSaved?: (saved: Lead) => void;
};

/** Makes a form that changes a lead's progress by the contract's rules: it can be saved once they allow it and something differs. */
export function useMoveEditing(
  lead: Lead,
  { draft, begin, send, tellSaved }: MoveEditing,
  onClose: () => void,
) {
  const t = useTranslations('leadStatus');
  const today = useToday();
  const level = useSession()?.level;
  const context = {
    today,
    farthest: addDays(today, maxDaysAhead),
    isManagement: level !== undefined && isManagement(level),
  };
  const move = useLeadMutation(moveLead);
  const { form, before, dialog, notice } = useLeadEditing(
    lead,
    {
      draft,
      valuesOf: (lead: Lead) => begin(lead, context),
      resolver: (before) => (values: MoveFormValues) => {
        const errors = Object.entries(judgeMove(values, before, context).errors);
        if (errors.length === 0) return { values, errors: {} };
        return {
          values: {},
          errors: Object.fromEntries(errors.map(([field, message]) => [field, { type: 'rule', message }])),
        };
      },
      compare: (before, theirs, mine?: MoveFormValues) =>
        compareMoves(before, theirs, mine ? judgeMove(mine, before, context) : { change: {} }),
      pick: (values, fields: readonly MoveField[]): Partial<MoveFormValues> =>
        Object.fromEntries(fields.map((field) => [field, values[field]])),
      bodyOn(base, mine, taken) {
        const { change, errors } = judgeMove({ ...mine, ...taken }, base, context);
        return Object.keys(errors).length > 0 ? undefined : { ...change, version: base.version };
      },
      send: send ?? move.mutateAsync,
      tellSaved,
    },
    onClose,
  );
  const written = useWrittenMove(notice.dispute !== undefined);
  const verdict = judgeMove(form.watch(), before, context);
  const isReady = Object.keys(verdict.errors).length === 0 && Object.keys(verdict.change).length > 0;
  return {
    form,
    before,
    verdict,
    isManagement: context.isManagement,
    dialog: { ...dialog, isSubmitDisabled: dialog.isSubmitDisabled || !isReady },
    notice: (
      <EditingNotice
        {...notice}
        nameOf={(field) => t(`fields.${field}`)}
        writtenOf={(field, side, { mine, theirs }) => {
          if (field === 'serviceCenter' && side === 'theirs') return theirs.serviceCenter.name;
          return written(side === 'mine' ? mine : theirValues(theirs, today), field);
        }}
      />
    ),
  };
}

function theirValues(theirs: Lead, today: string): MoveFormValues {
  return { ...toMoveFormValues(theirs, today), nextFollowUpDate: theirs.nextFollowUpDates.at(-1) ?? '' };
}

function useWrittenMove(isDisputed: boolean): (values: MoveFormValues, field: MoveField) => string {
  const leads = useTranslations('leads');
  const { data: centers } = useQuery({ ...endpointQuery(listOwnServiceCenters), enabled: isDisputed });
  const formats = useFormats();
  return (values, field) => {
    const value = String(values[field]);
    if (!value) return '';
    if (field === 'status') {
      const status = leadStatuses.find((one) => one === value);
      return status ? leads(`statuses.${status}`) : value;
    }
    if (field === 'serviceCenter') return centers?.find(({ _id }) => _id === value)?.name ?? '';
    if (field === 'appointmentTime') return formats.time(value);
    return field === 'nextFollowUpDate' || field === 'appointmentDate' ? formats.date(value) : value;
  };
}
