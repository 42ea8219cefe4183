import { customerCallingLevels, leadWriterLevels, managementLevels } from '#contract/levels.ts';
import { type DialogTable, urlDialog } from '#web/ui/dialog/dialog-host.tsx';

const entryLevels = [...managementLevels, 'dataEntry'] as const;

/**
 * The dialogs of leads, with the ids that they take. `lead.move` may name the status that it begins with behind the lead's id,
 * `lead.version` names the version, `lead.picture` takes a file's id. `lead.correct` stands in front of `lead.move`. `leads.merge` takes
 * the leads' ids, `leads.bulk` what is done with those that are chosen, `leads.reassign` whose leads others get. `booking.new` takes
 * center, date and, if there is one, time of the place.
 */
export const leadDialogs: DialogTable<
  | 'lead.new'
  | 'lead.edit'
  | 'lead.view'
  | 'lead.version'
  | 'lead.move'
  | 'lead.reschedule'
  | 'lead.correct'
  | 'lead.messages'
  | 'booking.didNotCome'
  | 'lead.picture'
  | 'leads.merge'
  | 'leads.bulk'
  | 'leads.reassign'
  | 'delivery'
  | 'booking.new'
> = {
  'lead.new': urlDialog(
    leadWriterLevels,
    () => import('#web/features/leads/form/create-lead-dialog.tsx'),
    'CreateLeadDialog',
    'leads.addLead',
    6,
  ),
  'lead.edit': urlDialog(
    entryLevels,
    () => import('#web/features/leads/form/edit-lead-dialog.tsx'),
    'EditLeadDialog',
    'leads.update',
    6,
  ),
  'lead.view': urlDialog(
    leadWriterLevels,
    () => import('#web/features/leads/record/lead-details-dialog.tsx'),
    'LeadDetailsDialog',
    'leadDetails.title',
    5,
  ),
  'lead.version': urlDialog(
    customerCallingLevels,
    () => import('#web/features/leads/history/history-version-dialog.tsx'),
    'LeadVersionDialog',
    'leadDetails.title',
    5,
  ),
  'lead.move': urlDialog(
    leadWriterLevels,
    () => import('#web/features/leads/move/move-lead-dialog.tsx'),
    'MoveLeadDialog',
    'leadStatus.change',
    4,
  ),
  'lead.reschedule': urlDialog(
    leadWriterLevels,
    () => import('#web/features/leads/move/reschedule-dialog.tsx'),
    'RescheduleDialog',
    'leadStatus.reschedule',
    2,
  ),
  'lead.correct': urlDialog(
    ['service'],
    () => import('#web/features/leads/form/edit-lead-dialog.tsx'),
    'LeadCorrection',
    'leadStatus.correctTitle',
    6,
  ),
  'lead.messages': urlDialog(
    customerCallingLevels,
    () => import('#web/features/leads/panel/message-preferences-dialog.tsx'),
    'MessagePreferencesDialog',
    'customerMessages.stop.title',
    4,
  ),
  'booking.didNotCome': urlDialog(
    customerCallingLevels,
    () => import('#web/features/leads/move/did-not-come-dialog.tsx'),
    'DidNotComeDialog',
    'bookingOutcomes.outcomes.didNotCome',
    4,
  ),
  'lead.picture': urlDialog(
    leadWriterLevels,
    () => import('#web/features/leads/record/picture-dialog.tsx'),
    'PictureDialog',
    'leadPanel.picture.title',
    1,
  ),
  'leads.merge': urlDialog(
    customerCallingLevels,
    () => import('#web/features/leads/merge/merge-leads-dialog.tsx'),
    'MergeLeadsDialog',
    'mergeLeads.title',
    6,
  ),
  'leads.bulk': urlDialog(
    managementLevels,
    () => import('#web/features/leads/bulk/bulk-dialog.tsx'),
    'BulkChangeDialog',
    'leadBulk.selection',
    1,
  ),
  'leads.reassign': urlDialog(
    managementLevels,
    () => import('#web/features/leads/bulk/reassign-dialog.tsx'),
    'ReassignDialog',
    'assignment.reassign',
    3,
  ),
  delivery: urlDialog(
    managementLevels,
    () => import('#web/features/leads/intake/delivery-dialog.tsx'),
    'DeliveryDialog',
    'intake.told',
    6,
  ),
  'booking.new': urlDialog(
    customerCallingLevels,
    () => import('#web/features/leads/board/book-dialog.tsx'),
    'BookDialog',
    'bookings.book',
    4,
  ),
};
