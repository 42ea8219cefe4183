import { managementLevels } from '#contract/levels.ts';
import { type DialogTable, urlDialog } from '#web/ui/dialog/dialog-host.tsx';

const loadAddress = () => import('./address-dialog.tsx');

/** The dialogs of customers. `customers.merge` takes the ids of all that become one, `address.new` that of the customer, `address.edit` both. */
export const customerDialogs: DialogTable<
  'customer.view' | 'customer.edit' | 'customer.erase' | 'customers.merge' | 'address.new' | 'address.edit'
> = {
  'customer.view': urlDialog(
    managementLevels,
    () => import('./customer-dialog.tsx'),
    'CustomerDialog',
    'customers.view',
    3,
  ),
  'customer.edit': urlDialog(
    managementLevels,
    () => import('./edit-customer-dialog.tsx'),
    'EditCustomerDialog',
    'customers.editTitle',
    2,
  ),
  'customer.erase': urlDialog(
    ['superAdmin'],
    () => import('./erase-customer-dialog.tsx'),
    'EraseCustomerDialog',
    'customers.erase.title',
    1,
  ),
  'customers.merge': urlDialog(
    managementLevels,
    () => import('./merge-customers-dialog.tsx'),
    'MergeCustomersDialog',
    'customers.merge.title',
    3,
  ),
  'address.new': urlDialog(managementLevels, loadAddress, 'AddressDialog', 'customers.addAddress', 4),
  'address.edit': urlDialog(managementLevels, loadAddress, 'AddressDialog', 'customers.updateAddress', 4),
};
