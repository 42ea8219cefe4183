import { customerDialogs } from '#web/features/customers/dialogs.ts';
import { employeeDialogs } from '#web/features/employees/dialogs.ts';
import { importDialogs } from '#web/features/imports/dialogs.ts';
import { leadDialogs } from '#web/features/leads/dialogs.ts';
import { offeringDialogs } from '#web/features/offerings/dialogs.ts';
import { serviceCenterDialogs } from '#web/features/service-centers/dialogs.ts';
import { connectionDialogs } from '#web/features/settings/connections/dialogs.ts';
import { customerMessageDialogs } from '#web/features/settings/customer-messages/dialogs.ts';
import { DialogHost, prefetchDialogs } from '#web/ui/dialog/dialog-host.tsx';

const dialogs = {
  ...leadDialogs,
  ...customerDialogs,
  ...employeeDialogs,
  ...serviceCenterDialogs,
  ...offeringDialogs,
  ...importDialogs,
  ...connectionDialogs,
  ...customerMessageDialogs,
};

declare module '#web/lib/url/use-dialogs.ts' {
  interface DialogRegister {
    dialogs: typeof dialogs;
  }
}

prefetchDialogs(dialogs);

/** Shows the dialogs that the URL names, of all features. */
export function Dialogs() {
  return <DialogHost table={dialogs} />;
}
