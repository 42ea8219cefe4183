import { expect, test } from 'vitest';
import { endpointNames } from '#contract/call/endpoints.ts';
import { comparedCalls } from './against/comparison.ts';
import { listScenarios } from './scenarios.ts';

const unmeasured = {
  'a download, see downloads.ts': [
    ...[
      'downloadAllCollections',
      'downloadLeadsCsv',
      'downloadNeglectedCsv',
      'downloadWorkComparison',
      'downloadEmployeeReports',
      'downloadContactReports',
      'downloadServiceCenterReports',
      'exportCustomer',
      'downloadImportCheckReport',
      'downloadRefusedImportRows',
      'downloadAttachment',
    ],
  ],
  'bounded by throttles, or for somebody without a session': [
    ...['forgotPassword', 'getEmailFromToken', 'login', 'registerAccount', 'requestInvitation', 'resendCode'],
    ...['resetPassword', 'verifyEmail', 'checkDealerSetUpLink', 'setUpDealer', 'finishLoginWithCode'],
    ...['startPasskeyLogin', 'finishPasskeyLogin'],
  ],
  'ends or changes the session that measures': [
    ...['changePassword', 'editMe', 'endOtherSessions', 'endOwnSession', 'logout'],
    ...['startAuthenticatorSetUp', 'confirmAuthenticatorSetUp', 'renewRecoveryCodes', 'turnOffSecondFactor'],
    ...[
      'startPasskeyRegistration',
      'addPasskey',
      'startPasskeyConfirmation',
      'renamePasskey',
      'removePasskey',
    ],
  ],
  'a stream': ['streamEvents'],
  'read by few people, and now and then': ['getSystemStatus', 'getSecondFactor', 'getSecondFactorRule'],
  'a mark of the caller alone': ['markMentionsRead'],
  'stored as another delivery from outside': ['receiveMetaNotification', 'receiveWhatsAppNotification'],
  'asks another program for each call': ['sendWhatsAppReply', 'sendTestMessage', 'listMessageTemplates'],
  'one delivery at a time, by a person': [
    'getDelivery',
    'placeDelivery',
    'ignoreDelivery',
    'replayDeliveries',
  ],
  'one pair at a time, by a person': ['dismissDuplicate', 'restoreDuplicate'],
  'one value at a time, by a person': [
    'declineOffer',
    'restoreOffer',
    'setStoppedMessages',
    'retryCustomerMessage',
  ],
  'like another change of a contact or advisor': [
    ...['correctContact', 'releaseLead', 'undoContact', 'setBookingOutcome', 'setBookingReady'],
  ],
  'asked for by a customer, seldom': ['previewErasure', 'eraseCustomer'],
  'a rare change by management': [
    ...['previewCustomerMerge', 'mergeCustomers', 'undoCustomerMerge', 'listCustomerMerges'],
    ...[
      'editDealer',
      'setDismissedFirstSteps',
      'getRetention',
      'previewRetention',
      'editRetention',
      'editLostReasons',
      'editMessageTexts',
      'editCustomer',
      'decideCustomerSuggestion',
      'createCustomerAddress',
      'editCustomerAddress',
      'deleteCustomerAddress',
    ],
    ...[
      'assignToManagement',
      'assignToDataEntry',
      'assignToServiceCenter',
      'unassignEmployee',
      'editEmployee',
      'setAwayUntil',
      'setOwnAbsence',
    ],
    ...[
      'startBulkChange',
      'listBulkAdvisors',
      'getBulkChange',
      'undoBulkChange',
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
      'renewConnectionSecret',
      'previewFieldMapping',
      'subscribeMetaPage',
      'fetchEarlierMetaLeads',
      'listMetaForms',
      'checkConnection',
    ],
    ...['listAssignmentRules', 'editAssignmentRules'],
    ...[
      'uploadImport',
      'listImports',
      'getImport',
      'chooseImportHeaders',
      'checkImport',
      'startImport',
      'stopImport',
      'revertImport',
      'listRefusedImportRows',
      'mendImportRow',
    ],
    ...['createWebsiteForm', 'editWebsiteForm', 'getWebsiteForm'],
    ...['editWorkingHours', 'editBookingRules', 'editMessageSettings', 'editSmsGateway', 'getSmsGateway'],
    ...['createOffering', 'editOffering', 'createServiceCenter', 'editServiceCenter'],
  ],
};

const nothing = {
  ...{ center: '', centers: [], customer: '', employee: '', offering: '', lead: '', pictured: '' },
  ...{ pending: [], free: [] },
  ...{
    leads: 0,
    customers: 0,
    ofCenter: 0,
    ofStatus: 0,
    ofPlatformNone: 0,
    found: [],
    entered: 0,
  },
  tomorrow: '',
};

const scenarios = listScenarios(nothing);

test('every call has a scenario, or a reason why not', () => {
  const measured = new Set(scenarios.map(({ endpoint }) => endpointNames.get(endpoint)));
  const known = [...measured, ...Object.values(unmeasured).flat()].sort();
  expect(known).toEqual([...endpointNames.values()].sort());
});

test('every call that is compared with an older commit has a scenario', () => {
  const names = scenarios.map(({ name }) => name);
  expect(comparedCalls.map(({ name }) => name).filter((name) => !names.includes(name))).toEqual([]);
});
