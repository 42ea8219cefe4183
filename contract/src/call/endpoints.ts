import * as audit from '#contract/audit.ts';
import * as auth from '#contract/auth.ts';
import * as bookingOutcomes from '#contract/bookings/booking-outcomes.ts';
import * as bookingRules from '#contract/bookings/booking-rules.ts';
import * as bookings from '#contract/bookings/bookings.ts';
import * as comments from '#contract/comments.ts';
import * as comparison from '#contract/comparison.ts';
import * as contacts from '#contract/contacts.ts';
import * as customerMerges from '#contract/customer-merges.ts';
import * as customerMessages from '#contract/customer-messages/customer-messages.ts';
import * as messageSettings from '#contract/customer-messages/message-settings.ts';
import * as customers from '#contract/customers.ts';
import * as dashboard from '#contract/dashboard.ts';
import * as dealer from '#contract/dealer.ts';
import * as duplicates from '#contract/duplicates.ts';
import * as employees from '#contract/employees.ts';
import * as events from '#contract/events.ts';
import * as firstSteps from '#contract/first-steps.ts';
import * as imports from '#contract/imports.ts';
import * as assignment from '#contract/intake/assignment.ts';
import * as connectionCheck from '#contract/intake/check.ts';
import * as connections from '#contract/intake/connections.ts';
import * as deliveries from '#contract/intake/deliveries.ts';
import * as forms from '#contract/intake/forms.ts';
import * as meta from '#contract/intake/meta.ts';
import * as metaForms from '#contract/intake/meta-forms.ts';
import * as intakeSummary from '#contract/intake/summary.ts';
import * as whatsApp from '#contract/intake/whatsapp.ts';
import * as invites from '#contract/invites.ts';
import * as callOrder from '#contract/leads/call-order.ts';
import * as leadAdvisors from '#contract/leads/lead-advisors.ts';
import * as bulk from '#contract/leads/lead-bulk.ts';
import * as leadFind from '#contract/leads/lead-find.ts';
import * as leadHistory from '#contract/leads/lead-history.ts';
import * as leadMerge from '#contract/leads/lead-merge.ts';
import * as leadOffers from '#contract/leads/lead-offers.ts';
import * as leadOversight from '#contract/leads/lead-oversight.ts';
import * as leadPanel from '#contract/leads/lead-panel.ts';
import * as leads from '#contract/leads/leads.ts';
import * as lostReasons from '#contract/leads/lost-reasons.ts';
import * as passkeys from '#contract/login/passkeys.ts';
import * as secondFactor from '#contract/login/second-factor.ts';
import * as messageTexts from '#contract/message-texts.ts';
import * as offerings from '#contract/offerings.ts';
import * as presence from '#contract/presence.ts';
import * as erasure from '#contract/privacy/erasure.ts';
import * as retention from '#contract/privacy/retention.ts';
import * as reports from '#contract/reports.ts';
import * as serviceCenters from '#contract/service-centers.ts';
import * as session from '#contract/session.ts';
import * as setup from '#contract/setup.ts';
import * as systemStatus from '#contract/system/system-status.ts';
import * as workingHours from '#contract/working-hours.ts';
import type { Endpoint } from './endpoint.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'who' in value;

const named = [
  assignment,
  audit,
  auth,
  bookingOutcomes,
  bookingRules,
  bookings,
  bulk,
  callOrder,
  comments,
  comparison,
  connectionCheck,
  connections,
  contacts,
  customerMerges,
  customerMessages,
  customers,
  dashboard,
  dealer,
  duplicates,
  employees,
  events,
  firstSteps,
  deliveries,
  intakeSummary,
  forms,
  imports,
  invites,
  leadAdvisors,
  leadFind,
  leadHistory,
  leadMerge,
  leadOffers,
  leadOversight,
  leadPanel,
  leads,
  lostReasons,
  meta,
  metaForms,
  messageSettings,
  messageTexts,
  offerings,
  presence,
  erasure,
  reports,
  retention,
  passkeys,
  secondFactor,
  serviceCenters,
  session,
  setup,
  systemStatus,
  whatsApp,
  workingHours,
].flatMap((part) =>
  Object.entries(part).flatMap(([name, value]) => (isEndpoint(value) ? [{ name, endpoint: value }] : [])),
);

export const endpoints: readonly Endpoint[] = named.map(({ endpoint }) => endpoint);

/** Maps each endpoint to its export name, which is the OpenAPI `operationId`. */
export const endpointNames: ReadonlyMap<Endpoint, string> = new Map(
  named.map(({ name, endpoint }) => [endpoint, name]),
);
