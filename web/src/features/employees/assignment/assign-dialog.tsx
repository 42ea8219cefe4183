import type { FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { type Employee, managementLevel } from '#contract/employees.ts';
import { management } from '#contract/levels.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Choice as ChoiceField } from '#web/ui/choice/choice.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { useKeptState } from '#web/ui/form/use-kept-state.ts';
import { CenterChoice } from './center-choice.tsx';
import { type Role, rolesFor } from './may-assign.ts';
import { RoleChoice } from './role-choice.tsx';
import { useSaveAssignment } from './use-save-assignment.tsx';

type Choice = { role: Role | undefined; centers: string[]; rank: (typeof management)[number] };

/** Lowest first: the default. */
const ranks = management.toReversed();

/** Specification, section 6; management only for a superAdmin. */
export function AssignDialog({ employee, onClose }: { employee: Employee; onClose: () => void }) {
  const t = useTranslations('employees');
  const levelNames = useTranslations('frame.levels');
  const offered = rolesFor(useSession()?.level, employee.level);
  const otherRanks = ranks.filter((rank) => rank !== employee.level);
  const only = offered.length === 1 ? offered[0] : undefined;
  const start: Choice = { role: only, centers: [], rank: otherRanks[0] ?? 'manager' };
  const [choice, setChoice, draft] = useKeptState(`assign:${employee._id}`, start);
  const { role, centers, rank } = choice;
  const { save, isSaved, dialog, centerChoice, clearFault } = useSaveAssignment(employee, onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (role === 'service') void save({ to: role, serviceCenter: centers });
    else if (role) void save({ to: role === 'management' ? rank : role });
  };

  return (
    <FormDialog
      {...dialog}
      title={t('assignTitle', { name: employee.name })}
      submit={t('assignSubmit')}
      isDirty={!isSaved && (role !== only || centers.length > 0)}
      isSubmitDisabled={!role}
      onSubmit={submit}
      draft={draft}
    >
      <RoleChoice
        roles={offered}
        value={role}
        onChange={(chosen) => setChoice({ ...choice, role: chosen })}
      />
      {role === 'service' && (
        <CenterChoice
          {...centerChoice}
          value={centers}
          onChange={(chosen) => {
            setChoice({ ...choice, centers: chosen });
            clearFault();
          }}
        />
      )}
      {role === 'management' && (
        <ChoiceField
          label={t('level')}
          data={otherRanks.map((one) => ({ value: one, label: levelNames(one) }))}
          value={rank}
          onChange={(chosen) => setChoice({ ...choice, rank: managementLevel.parse(chosen) })}
        />
      )}
    </FormDialog>
  );
}
