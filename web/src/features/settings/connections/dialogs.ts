import type { Level } from '#contract/levels.ts';
import { type DialogTable, urlDialog } from '#web/ui/dialog/dialog-host.tsx';

const keepers: readonly Level[] = ['superAdmin'];

const loadConnection = () => import('./connection-dialog.tsx');
const loadWebsiteForm = () => import('./website-form-dialog.tsx');

/** The dialogs of connections and website forms, which take the connection's id; `connection.new` may take a kind instead. */
export const connectionDialogs: DialogTable<
  | 'connection.new'
  | 'connection.edit'
  | 'connection.mapping'
  | 'connection.check'
  | 'connection.earlier'
  | 'connection.metaForms'
  | 'connection.secret'
  | 'websiteForm.new'
  | 'websiteForm.edit'
  | 'assignmentRules'
> = {
  'connection.new': urlDialog(keepers, loadConnection, 'ConnectionDialog', 'intake.connections.add', 4),
  'connection.edit': urlDialog(keepers, loadConnection, 'ConnectionDialog', 'intake.connections.edit', 4),
  'connection.mapping': urlDialog(
    keepers,
    () => import('./mapping-dialog.tsx'),
    'FieldMappingDialog',
    'intake.connections.map.title',
    9,
  ),
  'connection.check': urlDialog(
    keepers,
    () => import('./check-dialog.tsx'),
    'ConnectionCheckDialog',
    'intake.connections.check.title',
    3,
  ),
  'connection.earlier': urlDialog(
    keepers,
    () => import('./earlier-dialog.tsx'),
    'EarlierMetaLeadsDialog',
    'intake.connections.earlier.title',
    1,
  ),
  'connection.metaForms': urlDialog(
    keepers,
    () => import('./meta-forms-dialog.tsx'),
    'MetaFormsDialog',
    'intake.connections.forms.title',
    6,
  ),
  'connection.secret': urlDialog(
    keepers,
    () => import('./secret-dialog.tsx'),
    'ConnectionSecretDialog',
    'intake.connections.secret.title',
    2,
  ),
  'websiteForm.new': urlDialog(keepers, loadWebsiteForm, 'WebsiteFormDialog', 'intake.connections.add', 8),
  'websiteForm.edit': urlDialog(
    keepers,
    loadWebsiteForm,
    'WebsiteFormDialog',
    'intake.connections.form.edit',
    8,
  ),
  assignmentRules: urlDialog(
    keepers,
    () => import('./assignment-dialog.tsx'),
    'AssignmentRuleDialog',
    'intake.connections.assign.title',
    6,
  ),
};
