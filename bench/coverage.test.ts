import { expect, test } from 'vitest';
import { endpointNames } from '#contract/call/endpoints.ts';
import { scenariosOf } from './scenarios.ts';

const unmeasured = {
  'a download, see downloads.ts': [
    ...[
      'downloadAllCollections',
      'downloadLeadsCsv',
      'downloadNeglectedCsv',
      'downloadComparison',
      'downloadEmployeeReports',
      'downloadContactReports',
      'downloadServiceCenterReports',
      'exportCustomer',
      'downloadProblems',
      'downloadRefusedRows',
    ],
  ],
  'bounded by throttles, or for somebody without a session': [
    ...['forgotPassword', 'getEmailFromToken', 'login', 'registerAccount', 'requestInvitation', 'resendCode'],
    ...['resetPassword', 'verifyEmail', 'checkSetUpLink', 'setUp', 'finishLogin'],
    ...['startPasskeyLogin', 'finishPasskeyLogin'],
  ],
  'ends or changes the session that measures': [
    ...['changePassword', 'editMe', 'endOtherSessions', 'endOwnSession', 'logout'],
    ...['startApp', 'confirmApp', 'renewRecoveryCodes', 'turnOffSecondFactor'],
    ...['startPasskey', 'addPasskey', 'askPasskey', 'renamePasskey', 'removePasskey'],
  ],
  'a stream': ['streamEvents'],
  'read by few people, and now and then': ['getSystemStatus', 'getSecondFactor', 'getSecondFactorRule'],
  'a mark of the caller alone': ['readMentions'],
  'stored as another delivery from outside': ['receiveMeta', 'receiveWhatsApp'],
  'asks another program for each call': ['sendReply'],
  'one delivery at a time, by a person': [
    'getDelivery',
    'placeDelivery',
    'ignoreDelivery',
    'replayDeliveries',
  ],
  'one pair at a time, by a person': ['dismissDuplicate', 'restoreDuplicate'],
  'one value at a time, by a person': ['declineOffer', 'restoreOffer'],
  'like another change of a contact or advisor': ['correctContact', 'releaseLead', 'undoContact'],
  'asked for by a customer, seldom': ['previewErasure', 'eraseCustomer'],
  'a rare change by management': [
    ...['previewMerge', 'mergeCustomers', 'undoMerge', 'listMerges'],
    ...[
      'editDealer',
      'getRetention',
      'previewRetention',
      'editRetention',
      'editLostReasons',
      'editMessageTexts',
      'editCustomer',
      'decideSuggestion',
      'createAddress',
      'editAddress',
      'deleteAddress',
    ],
    ...[
      'assignToManagement',
      'assignToDataEntry',
      'assignToServiceCenter',
      'unassignEmployee',
      'editEmployee',
    ],
    ...[
      'startBulk',
      'listBulkAdvisors',
      'getBulk',
      'undoBulk',
      'handOverLeads',
      'resetSecondFactor',
      'editSecondFactorRule',
      'createInvite',
      'deleteInvite',
      'resendInvite',
      'undoLeadChange',
      'mergeLeads',
      'undoLeadMerge',
    ],
    ...[
      'createConnection',
      'editConnection',
      'renewSecret',
      'previewMapping',
      'subscribePage',
      'findEarlierLeads',
      'listMetaForms',
      'checkConnection',
    ],
    ...['listAssignments', 'editAssignments'],
    ...[
      'uploadImport',
      'listImports',
      'getImport',
      'chooseHeaders',
      'checkImport',
      'startImport',
      'stopImport',
      'revertImport',
    ],
    ...['createForm', 'editForm', 'getForm'],
    'editWorkingHours',
    ...['createOffering', 'editOffering', 'createServiceCenter', 'editServiceCenter'],
  ],
};

test('every call has a scenario, or a reason why not', () => {
  const nothing = {
    ...{ center: '', centers: [], customer: '', employee: '', offering: '', lead: '', pending: [], free: [] },
    ...{
      leads: 0,
      customers: 0,
      ofCenter: 0,
      ofStatus: 0,
      ofPlatformNone: 0,
      untried: 0,
      untriedOfCenter: 0,
      found: [],
      entered: 0,
    },
    tomorrow: '',
  };
  const measured = new Set(scenariosOf(nothing).map(({ endpoint }) => endpointNames.get(endpoint)));
  const known = [...measured, ...Object.values(unmeasured).flat()].sort();
  expect(known).toEqual([...endpointNames.values()].sort());
});
