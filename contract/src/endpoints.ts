import * as audit from './audit.ts';
import * as auth from './auth.ts';
import * as customers from './customers.ts';
import * as dashboard from './dashboard.ts';
import * as dealer from './dealer.ts';
import * as employees from './employees.ts';
import type { Endpoint } from './endpoint.ts';
import * as events from './events.ts';
import * as invites from './invites.ts';
import * as leadHistory from './lead-history.ts';
import * as leadOversight from './lead-oversight.ts';
import * as leads from './leads.ts';
import * as offerings from './offerings.ts';
import * as reports from './reports.ts';
import * as serviceCenters from './service-centers.ts';
import * as session from './session.ts';
import * as setup from './setup.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'who' in value;

/** Every endpoint of the API, for documents and for tests that walk all of them. */
export const endpoints: readonly Endpoint[] = [
  audit,
  auth,
  customers,
  dashboard,
  dealer,
  employees,
  events,
  invites,
  leadHistory,
  leadOversight,
  leads,
  offerings,
  reports,
  serviceCenters,
  session,
  setup,
].flatMap((part) => Object.values(part).filter(isEndpoint));
