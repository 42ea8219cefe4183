import { useQuery } from '@tanstack/react-query';
import { type Control, useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import type { EndpointBodyInput } from '#contract/call/endpoint.ts';
import { type BulkAdvisors, listBulkAdvisors, type startBulkChange } from '#contract/leads/lead-bulk.ts';
import { sumShares } from '#contract/leads/share-leads.ts';
import { useDescribeAdvisor } from '#web/features/leads/record/use-describe-advisor.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { CheckList } from '#web/ui/choice/check-list.tsx';
import type { DialogProps } from '#web/ui/dialog/dialog-host.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { RecordDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { useField } from '#web/ui/field/fields.tsx';
import { useForm } from '#web/ui/form/use-form.tsx';
import type { BulkTarget } from './bulk-target.ts';
import { useStartBulkChange } from './use-bulk-changes.ts';

const assignForm = z.object({ people: z.array(z.string()).min(1) });
type AssignValues = z.infer<typeof assignForm>;

const nobody = 'nobody';

type AssignFormProps = Pick<BulkTarget, 'chosen'> & Omit<DialogProps, 'id'> & { title: string };

/** Assigns leads to one person, to several who share them, or to nobody: to whoever is chosen, and nobody is chosen at first. */
export function AssignForm({ title, chosen, onClose, ...rest }: AssignFormProps) {
  const query = useQuery(endpointQuery(listBulkAdvisors, { body: chosen }));
  return (
    <RecordDialog query={query} title={title} fields={3} onClose={onClose}>
      {(known) => <KnownForm {...rest} title={title} chosen={chosen} known={known} onClose={onClose} />}
    </RecordDialog>
  );
}

type KnownFormProps = AssignFormProps & { known: BulkAdvisors };

function KnownForm({ title, chosen, known, onDone, onClose }: KnownFormProps) {
  const t = useTranslations('leadBulk');
  const start = useStartBulkChange();
  const { form, dialog } = useForm<AssignValues, AssignValues>({
    schema: assignForm,
    record: { people: [] },
    isNew: true,
    async save({ people }) {
      const sharers = listSharers(known, people).map(({ _id }) => _id);
      await start.mutateAsync(bodyOf(people.includes(nobody) ? [] : sharers, chosen));
      onDone();
    },
    onClose,
  });
  const people = useWatch({ control: form.control, name: 'people' });
  const sharers = listSharers(known, people);
  return (
    <FormDialog
      {...dialog}
      title={title}
      submit={t('submit.assign', { count: countLeads(known.centers) })}
      isDirty={false}
      isSubmitDisabled={!people.includes(nobody) && sharers.length === 0}
    >
      <AdvisorsField control={form.control} known={known} from={fromOf(chosen)} />
      <Shares centers={known.centers} sharers={sharers} />
    </FormDialog>
  );
}

type AdvisorsFieldProps = {
  control: Control<AssignValues, unknown, AssignValues>;
  known: BulkAdvisors;
  from: string | undefined;
};

function AdvisorsField({ control, known, from }: AdvisorsFieldProps) {
  const t = useTranslations('assignment');
  const describe = useDescribeAdvisor();
  const { onChange, error, ref } = useField({ control, name: 'people' });
  const value = useWatch({ control, name: 'people' });
  const total = countLeads(known.centers);
  const options = known.advisors
    .filter(({ _id }) => _id !== from)
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .map((advisor) => {
      const count = countLeads(known.centers.filter(({ _id }) => advisor.serviceCenters.includes(_id)));
      const partly = count < total ? [t('partly', { count, total })] : [];
      return {
        value: advisor._id,
        label: advisor.name,
        detail: [...partly, ...describe(advisor)].join(' · '),
      };
    });
  // Nobody and somebody rule each other out.
  const choose = (people: string[]) =>
    onChange(
      people.includes(nobody) && !value.includes(nobody) ? [nobody] : people.filter((one) => one !== nobody),
    );
  return (
    <CheckList
      ref={ref}
      label={t('advisors')}
      options={[...options, { value: nobody, label: t('nobody'), detail: t('anyone') }]}
      value={value}
      onChange={choose}
      count={t('chosen', { count: value.length })}
      searchLabel={t('search')}
      none={t('nobody')}
      error={error}
      isFirst
    />
  );
}

type SharesProps = { centers: BulkAdvisors['centers']; sharers: readonly Candidate[] };

function Shares({ centers, sharers }: SharesProps) {
  const t = useTranslations('assignment');
  const { list, all } = useFormats();
  const staying = centers.filter(
    ({ _id }) => !sharers.some(({ serviceCenters }) => serviceCenters.includes(_id)),
  );
  const shares = sumShares(centers, sharers)
    .toSorted((a, b) => b.leads - a.leads)
    .map(({ person, leads }) => t('share', { name: person.name, count: leads }));
  return (
    <div role="status">
      {sharers.length > 1 && <p>{t('shared', { shares: list(shares) })}</p>}
      {sharers.length > 0 && staying.length > 0 && (
        <p className="dimmed">
          {t('stay', { count: countLeads(staying), centers: all(staying.map(({ name }) => name)) })}
        </p>
      )}
    </div>
  );
}

type Candidate = BulkAdvisors['advisors'][number];

// Service employees first; nobody is proposed who is away.
function rankOf({ level, awayUntil }: Candidate): number {
  return (awayUntil ? 2 : 0) + (level === 'service' ? 0 : 1);
}

// Whoever has the fewest open leads gets the one more.
function listSharers({ advisors }: BulkAdvisors, people: readonly string[]): Candidate[] {
  return advisors.filter(({ _id }) => people.includes(_id)).sort((a, b) => a.openLeads - b.openLeads);
}

function countLeads(centers: BulkAdvisors['centers']): number {
  return centers.reduce((sum, { leads }) => sum + leads, 0);
}

// Who has the leads of a list gets none of them back.
function fromOf(chosen: BulkTarget['chosen']): string | undefined {
  return 'matching' in chosen && 'advisor' in chosen.matching ? chosen.matching.advisor : undefined;
}

function bodyOf(
  people: readonly string[],
  chosen: BulkTarget['chosen'],
): EndpointBodyInput<typeof startBulkChange> {
  const [only = null] = people;
  return people.length > 1
    ? { action: 'share', value: [...people], ...chosen }
    : { action: 'assign', value: only, ...chosen };
}
