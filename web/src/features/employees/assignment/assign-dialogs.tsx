import { useId, useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { messages } from '#contract/call/messages.ts';
import { type Employee, managementLevel } from '#contract/employees.ts';
import { managementLevels } from '#contract/levels.ts';
import { EmployeeRecord } from '#web/features/employees/employee-record.tsx';
import { type RoleAssignment, saveAssignment } from '#web/features/employees/employees.queries.ts';
import { useSession } from '#web/lib/session/session.ts';
import group from '#web/ui/choice/option-group.module.css';
import type { DialogProps } from '#web/ui/dialog/dialog-host.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { SelectField, useField } from '#web/ui/field/fields.tsx';
import { useForm } from '#web/ui/form/use-form.tsx';
import classes from './assign-dialogs.module.css';
import { CenterChoice } from './center-choice.tsx';
import {
  type AssignableRole,
  assignableRoles,
  listAssignableRoles,
  mayChangeCenters,
  mayChangeEmployee,
} from './may-assign.ts';

const assignForm = z
  .object({
    role: z.enum(assignableRoles).optional(),
    rank: managementLevel,
    serviceCenter: z.array(z.string()),
  })
  .superRefine(({ role, serviceCenter }, context) => {
    if (role === 'service' && serviceCenter.length === 0)
      context.addIssue({ code: 'custom', path: ['serviceCenter'], message: messages.serviceCenterMissing });
  });
type AssignValues = z.input<typeof assignForm>;
type AssignOutput = z.output<typeof assignForm>;

const ranks = managementLevels.toReversed();

/** Gives an employee a level (specification, section 6); management only for a superAdmin. */
export function AssignRoleDialog({ id, onClose }: DialogProps) {
  const t = useTranslations('employees');
  const self = useSession();
  const isAllowed = (employee: Employee) =>
    mayChangeEmployee(self, employee) && listAssignableRoles(self?.level, employee.level).length > 0;
  return (
    <EmployeeRecord id={id} title={t('assignSubmit')} fields={3} isAllowed={isAllowed} onClose={onClose}>
      {(employee) => <AssignRoleForm employee={employee} onClose={onClose} />}
    </EmployeeRecord>
  );
}

type AssignFormProps = { employee: Employee; onClose: () => void };

function AssignRoleForm({ employee, onClose }: AssignFormProps) {
  const t = useTranslations('employees');
  const levelNames = useTranslations('frame.levels');
  const offered = listAssignableRoles(useSession()?.level, employee.level);
  const otherRanks = ranks.filter((rank) => rank !== employee.level);
  const save = useSaveAssignment(employee);
  const { form, field, dialog } = useForm<AssignValues, AssignOutput>({
    schema: assignForm,
    record: {
      role: offered.length === 1 ? offered[0] : undefined,
      rank: otherRanks[0] ?? 'manager',
      serviceCenter: [],
    },
    isNew: true,
    draft: `assign:${employee._id}`,
    nameOf: () => t('level'),
    async save({ role, rank, serviceCenter }) {
      if (role === 'service') await save({ to: role, serviceCenter });
      else if (role) await save({ to: role === 'management' ? rank : role });
    },
    onRefused: () => toast.error(t('notAssigned')),
    onClose,
  });
  const role = useWatch({ control: form.control, name: 'role' });

  return (
    <FormDialog
      {...dialog}
      title={t('assignTitle', { name: employee.name })}
      submit={t('assignSubmit')}
      isSubmitDisabled={!role}
    >
      <RoleChoice
        roles={offered}
        value={role}
        onChange={(chosen) => form.setValue('role', chosen, { shouldDirty: true })}
      />
      {role === 'service' && <CentersField control={form.control} />}
      {role === 'management' && (
        <SelectField
          {...field('rank')}
          data={otherRanks.map((one) => ({ value: one, label: levelNames(one) }))}
        />
      )}
    </FormDialog>
  );
}

/** Changes the service centers of an employee of the level `service`. */
export function EmployeeCentersDialog({ id, onClose }: DialogProps) {
  const t = useTranslations('employees');
  const self = useSession();
  return (
    <EmployeeRecord
      id={id}
      title={t('centers')}
      fields={3}
      isAllowed={(employee) => mayChangeCenters(self, employee)}
      onClose={onClose}
    >
      {(employee) => <EmployeeCentersForm employee={employee} onClose={onClose} />}
    </EmployeeRecord>
  );
}

function EmployeeCentersForm({ employee, onClose }: AssignFormProps) {
  const t = useTranslations('employees');
  const [present] = useState(employee.serviceCenter);
  const save = useSaveAssignment(employee);
  const { form, dialog } = useForm<AssignValues, AssignOutput>({
    schema: assignForm,
    record: { role: 'service', rank: 'manager', serviceCenter: present.map(({ _id }) => _id) },
    draft: `centers:${employee._id}`,
    save: ({ serviceCenter }) => save({ to: 'service', serviceCenter }),
    onRefused: () => toast.error(t('notAssigned')),
    onClose,
  });
  return (
    <FormDialog {...dialog} title={t('centersTitle', { name: employee.name })}>
      <CentersField isFirst control={form.control} present={present} />
    </FormDialog>
  );
}

type CentersFieldProps = {
  control: Control<AssignValues, unknown, AssignOutput>;
  present?: Employee['serviceCenter'];
  isFirst?: boolean;
};

function CentersField({ control, present = [], isFirst }: CentersFieldProps) {
  const { onChange, error, ref } = useField({ control, name: 'serviceCenter' });
  const value = useWatch({ control, name: 'serviceCenter' });
  const had = present.map(({ _id }) => _id);
  const isSame = (chosen: readonly string[]) =>
    chosen.length === had.length && chosen.every((one) => had.includes(one));
  return (
    <CenterChoice
      ref={ref}
      present={present}
      value={value}
      // In whatever order they were chosen.
      onChange={(chosen) => onChange(isSame(chosen) ? had : chosen)}
      error={error}
      isFirst={isFirst}
    />
  );
}

type RoleChoiceProps = {
  roles: readonly AssignableRole[];
  value: AssignableRole | undefined;
  onChange: (role: AssignableRole) => void;
};

function RoleChoice({ roles, value, onChange }: RoleChoiceProps) {
  const t = useTranslations('employees');
  const id = useId();
  return (
    <fieldset>
      <legend className={group.legend}>{t('role')}</legend>
      <div className="stack">
        {roles.map((role, at) => (
          <div key={role} className={`${group.option} ${classes.option}`}>
            <input
              type="radio"
              name={id}
              id={id + role}
              className={group.input}
              aria-describedby={`${id}${role}-why`}
              checked={role === value}
              onChange={() => onChange(role)}
              data-autofocus={role === value || (!value && at === 0) || undefined}
            />
            <label htmlFor={id + role} className={classes.label}>
              {t(`roles.${role}`)}
            </label>
            <span id={`${id}${role}-why`} className="quiet">
              {t(`rolesWhy.${role}`)}
            </span>
          </div>
        ))}
      </div>
    </fieldset>
  );
}

/** @returns how to save a choice and say the outcome. */
function useSaveAssignment({ _id: id }: Employee): (assignment: RoleAssignment) => Promise<void> {
  const t = useTranslations('employees');
  return async (assignment) => {
    const { name, level } = await saveAssignment({ id, assignment });
    toast.success(level === 'service' ? t('centerAssigned') : t('assigned', { name, level }));
  };
}
