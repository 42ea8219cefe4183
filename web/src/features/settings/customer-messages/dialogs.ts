import { type DialogTable, urlDialog } from '#web/ui/dialog/dialog-host.tsx';

/** The dialogs of messages to customers. The id of `customerMessage.edit` is the kind, that of `customerMessage.test` the kind or the channel to test. */
export const customerMessageDialogs: DialogTable<
  'customerMessage.edit' | 'customerMessage.test' | 'smsGateway.edit'
> = {
  'customerMessage.edit': urlDialog(
    ['superAdmin'],
    () => import('./kind-dialog.tsx'),
    'MessageKindDialog',
    'messageSettings.title',
    6,
  ),
  'customerMessage.test': urlDialog(
    ['superAdmin'],
    () => import('./test-dialog.tsx'),
    'TestMessageDialog',
    'messageSettings.test',
    4,
  ),
  'smsGateway.edit': urlDialog(
    ['superAdmin'],
    () => import('./gateway-dialog.tsx'),
    'SmsGatewayDialog',
    'messageSettings.gateway.title',
    8,
  ),
};
