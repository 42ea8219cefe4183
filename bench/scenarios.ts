import { v4 } from 'uuid';
import * as audit from '#contract/audit.ts';
import { listBookingRules } from '#contract/bookings/booking-rules.ts';
import * as bookings from '#contract/bookings/bookings.ts';
import type { Endpoint } from '#contract/call/endpoint.ts';
import * as comments from '#contract/comments.ts';
import { getLateFigures, getWorkComparison } from '#contract/comparison.ts';
import { listCustomerMessages } from '#contract/customer-messages/customer-messages.ts';
import { getMessageSettings } from '#contract/customer-messages/message-settings.ts';
import * as customers from '#contract/customers.ts';
import { getDashboard } from '#contract/dashboard.ts';
import * as dealer from '#contract/dealer.ts';
import * as duplicates from '#contract/duplicates.ts';
import * as employees from '#contract/employees.ts';
import { getFirstSteps } from '#contract/first-steps.ts';
import * as connections from '#contract/intake/connections.ts';
import * as intake from '#contract/intake/deliveries.ts';
import { summariseIntake } from '#contract/intake/summary.ts';
import * as invites from '#contract/invites.ts';
import * as calls from '#contract/leads/call-order.ts';
import * as advisors from '#contract/leads/lead-advisors.ts';
import * as find from '#contract/leads/lead-find.ts';
import * as history from '#contract/leads/lead-history.ts';
import * as oversight from '#contract/leads/lead-oversight.ts';
import * as panel from '#contract/leads/lead-panel.ts';
import * as leads from '#contract/leads/leads.ts';
import { listLostReasons } from '#contract/leads/lost-reasons.ts';
import { listMessageTexts } from '#contract/message-texts.ts';
import * as offerings from '#contract/offerings.ts';
import { listOpenedLeads, reportPresence } from '#contract/presence.ts';
import * as reports from '#contract/reports.ts';
import * as centers from '#contract/service-centers.ts';
import * as session from '#contract/session.ts';
import { addDays } from '#contract/text/dates.ts';
import { getWorkingHours } from '#contract/working-hours.ts';
import { ask, read } from './calls.ts';
import { type Facts, fragments, period, status } from './facts.ts';
import type { Scenario } from './load.ts';
import {
  hasCustomers,
  hasLeads,
  hasMessages,
  hasPage,
  hasPeople,
  hasPictures,
  isCapped,
  isCountedUpTo,
  isReply,
  sum,
} from './replies.ts';
import { listWriteScenarios } from './writes.ts';

/** Makes the scenario of the bare route, which the others are compared with. */
export function bareCall({ center, ofCenter }: Facts): Scenario {
  return {
    name: 'bare route',
    ask: () => ({ method: 'GET', path: `/leads?center=${center}&status=${status}` }),
    isTrue: hasLeads(ofCenter),
  };
}

/** Lists all scenarios, reads first. */
export function listScenarios(facts: Facts): (Scenario & { endpoint: Endpoint })[] {
  const { center, customer, employee, lead, offering, leads: all, ofStatus } = facts;
  const lastPage = String(Math.ceil(all / 10));
  return [
    read('list of one center and status', oversight.listManagementLeads, hasLeads(facts.ofCenter), {
      query: { status, serviceCenter: center },
    }),
    read('list of one status', leads.listLeadsByStatus, hasLeads(ofStatus), { query: { status } }),
    read(
      'counts by status',
      leads.countLeadsByStatus,
      (reply) => reply.bookedLeads === ofStatus && sum(Object.values(reply)) === all,
    ),
    read(
      'counts by center',
      oversight.countLeadsByCenter,
      (reply) => Array.isArray(reply) && reply.length > 0,
    ),
    {
      ...read('search', leads.listLeads, () => true),
      ask: (turn) => ask(leads.listLeads, { query: { search: fragments[turn % fragments.length] ?? '' } }),
      isTrue: (reply, turn) => isCountedUpTo(facts.found[turn % facts.found.length] ?? 0, reply),
    },
    read('search with many hits', leads.listLeads, isCapped, { query: { search: 'rahim' } }),
    read('search for two digits', leads.listLeads, isCapped, { query: { search: '17' } }),
    {
      ...read('find by a name and digits', find.findPeople, hasPeople),
      ask: (turn) => ask(find.findPeople, { body: { text: fragments[turn % fragments.length] ?? '' } }),
    },
    {
      ...read('find by the last digits of a phone', find.findPeople, hasPeople),
      ask: (turn) =>
        ask(find.findPeople, { body: { text: String((turn * 7919) % 10_000).padStart(4, '0') } }),
    },
    {
      ...read('find by a whole phone', find.findPeople, hasPeople),
      ask: (turn) => ask(find.findPeople, { body: { text: numberOf(turn, facts) } }),
    },
    read('find by what many have', find.findPeople, hasPeople, { body: { text: 'rahim' } }),
    {
      ...read('who is calling', find.findKnownPeople, hasPeople),
      ask: (turn) => ask(find.findKnownPeople, { body: { phone: numberOf(turn, facts) } }),
    },
    read('leads opened last', find.findOpenedLeads, (reply) => Array.isArray(reply.leads), {
      body: { ids: facts.pending.slice(0, 10) },
    }),
    read('statuses that have a search', find.countFoundByStatus, (reply) => Array.isArray(reply.statuses), {
      body: { search: 'rahim 123' },
    }),
    read('list of an offering', leads.listLeadsByStatus, hasPage, { query: { status, serviceID: offering } }),
    read('list of those who reached booked, with a type', oversight.listManagementLeads, hasPage, {
      query: { reached: 'booked', offeringType: 'service' },
    }),
    read('list of an employee and a platform', oversight.listManagementLeads, hasPage, {
      query: { employee, platform: 'facebook' },
    }),
    read('list without a platform', oversight.listManagementLeads, hasLeads(facts.ofPlatformNone), {
      query: { platform: 'none' },
    }),
    read('list, the last page of all', leads.listLeads, (reply) => reply.totalLeadsCount === all, {
      query: { filter: 'active', page: lastPage },
    }),
    read('list by follow-up', leads.listLeadsByStatus, hasPage, {
      query: { status: 'potential', sort: 'followUp' },
    }),
    read('list of a center by name', oversight.listManagementLeads, hasLeads(facts.ofCenter), {
      query: { status, serviceCenter: center, sort: 'name' },
    }),
    read(
      'list by name, far from both ends',
      leads.listLeadsByStatus,
      (reply) => reply.totalLeadsCount === ofStatus,
      {
        query: { status, sort: 'name', page: String(Math.ceil(ofStatus / 20)) },
      },
    ),
    read('list of nobody', leads.listLeadsByStatus, hasPage, {
      query: { status: 'completed', advisor: 'nobody' },
    }),
    read('neglected leads among those with a day still to come', oversight.listNeglected, hasPage, {
      query: { status: 'booked' },
    }),
    read('neglected leads by advisor', oversight.groupNeglected, isReply, {
      query: { status: 'potential', by: 'advisor' },
    }),
    read('worklist of neglected leads of a center', oversight.getNeglectedWorklist, isReply, {
      query: { status: 'potential', serviceCenter: center },
    }),
    read('list of today', oversight.listLeadsByPeriod, hasPage, { query: { period: 'daily' } }),
    read('whom to call first', calls.getCallQueue, (reply) => Array.isArray(reply.leads)),
    read('whom to call first in a center', calls.getCallQueue, hasPage, { query: { serviceCenter: center } }),
    read('whom to call first, of nobody', calls.getCallQueue, hasPage, { query: { advisor: 'nobody' } }),
    read('what waits longer than a week', calls.getCallQueue, hasPage, { query: { part: 'waitingLong' } }),
    read('worklist by whom to call first', calls.getCallList, (reply) => reply.isCapped === true),
    read('one lead', leads.getLead, (reply) => reply._id === lead, { params: { id: lead } }),
    read('history of a lead', history.getSingleLeadsHistory, isReply, {
      params: { id: lead },
    }),
    read(
      'history of a lead for management',
      history.listLeadHistory,
      (reply) => reply.totalHistoryCount === 1,
      { params: { entryId: lead } },
    ),
    read('panel of a lead', panel.getLeadPanel, isReply, { params: { id: lead } }),
    read('timeline of a lead', panel.listTimeline, isReply, { params: { id: lead } }),
    read('timeline of a lead with 20 pictures', panel.listTimeline, hasPictures, {
      params: { id: facts.pictured },
    }),
    read('colleagues who may see a lead', comments.listColleagues, isReply, { params: { id: lead } }),
    read('mentions', comments.listMentions, isReply),
    read('last changes of a lead', history.getLastChanges, isReply, { params: { entryId: lead } }),
    read('dashboard of 30 days', getDashboard, (reply) => reply.leads === facts.entered, {
      query: { days: String(period) },
    }),
    read('dashboard of 90 days', getDashboard, isReply, { query: { days: '90' } }),
    read('first steps', getFirstSteps, isReply),
    read('what is late, by center', getLateFigures, isReply),
    read('what is late, by advisor', getLateFigures, isReply, { query: { by: 'advisor' } }),
    read('comparison of 7 days by center', getWorkComparison, isReply, { query: daysTo(facts.tomorrow, 7) }),
    read('comparison of 90 days by advisor', getWorkComparison, isReply, {
      query: { ...daysTo(facts.tomorrow, 90), by: 'advisor' },
    }),
    read('service-center report', reports.reportServiceCenters, isReply),
    read('employee report', reports.reportEmployees, isReply),
    read('contact report', reports.reportContacts, (reply) => Array.isArray(reply) && reply.length > 0),
    read('message texts', listMessageTexts, isReply),
    read('lead report', reports.reportLeads, isReply, { query: { serviceCenterId: center } }),
    read('advisors of a center', advisors.listAdvisors, isReply, { query: { serviceCenter: center } }),
    read('lost reasons', listLostReasons, (reply) => Array.isArray(reply) && reply.length === 10),
    read('session', session.getMe, (reply) => reply.name === 'Nadia Karim'),
    read('own sessions', session.listOwnSessions, isReply),
    read('until when one is away', session.getOwnAbsence, isReply),
    read('who has which lead open', listOpenedLeads, isReply),
    {
      name: 'a lead is open',
      endpoint: reportPresence,
      status: 204,
      ask: () => ask(reportPresence, { body: { tab: v4(), lead, isOpen: true } }),
      isTrue: () => true,
    },
    read('customers', customers.listCustomers, hasCustomers(facts.customers)),
    read('customers, the last page', customers.listCustomers, hasCustomers(facts.customers), {
      query: { page: String(Math.ceil(facts.customers / 10)) },
    }),
    read('customers, search with many hits', customers.listCustomers, isReply, {
      query: { search: 'customer' },
    }),
    read('one customer', customers.getCustomer, isReply, { params: { id: customer } }),
    read('addresses of a customer', customers.listCustomerAddresses, isReply, { params: { id: customer } }),
    read('orders of a customer', customers.listCustomerBookings, isReply, { params: { id: customer } }),
    read('employees of a level', employees.listEmployeesByLevel, isReply, {
      params: { level: 'superAdmin' },
    }),
    read('open leads by advisor', employees.countOpenLeads, isReply),
    read('offerings', offerings.listOfferings, isReply),
    read('offerings of a type', offerings.listOfferingsByType, isReply, { query: { type: 'service' } }),
    read('one offering', offerings.getOffering, isReply, { params: { id: offering } }),
    read('service centers', centers.listServiceCenters, isReply),
    read('active service centers', centers.listActiveServiceCenters, isReply),
    read('own service centers', centers.listOwnServiceCenters, isReply),
    read('one service center', centers.getServiceCenter, isReply, { params: { id: center } }),
    read('working hours', getWorkingHours, isReply),
    read('booking rules', listBookingRules, isReply),
    read('messages to customers that failed', listCustomerMessages, hasMessages, {
      query: { list: 'failed' },
    }),
    read('messages to customers that wait', listCustomerMessages, hasMessages, {
      query: { list: 'waiting' },
    }),
    read('settings of messages to customers', getMessageSettings, isReply),
    read('free places of 60 days of all centers', bookings.listBookingDays, isReply, {
      query: { from: facts.tomorrow, days: '60' },
    }),
    read('booked places of a center on a day', bookings.getBookingDay, isReply, {
      query: { serviceCenter: center, date: facts.tomorrow },
    }),
    read('places of a day and the next free one', bookings.listPlaces, isReply, {
      query: { serviceCenter: center, date: facts.tomorrow, offering },
    }),
    read('deliveries', intake.listDeliveries, isReply),
    read('deliveries to be placed', intake.listDeliveries, isReply, { query: { state: 'toPlace' } }),
    read('badge of deliveries', summariseIntake, isReply),
    read('likely duplicates', duplicates.listDuplicates, isReply),
    read('badge of likely duplicates', duplicates.countDuplicates, isReply),
    read('connections', connections.listConnections, isReply),
    read('invitations', invites.listInvites, isReply),
    read('audit log', audit.listAudit, isReply),
    read('dealer', dealer.getDealer, (reply) => reply.name === 'Bench Motors'),
    ...listWriteScenarios(facts),
  ];
}

function numberOf(turn: number, { customers: all }: Facts): string {
  return `017${String((turn * 7919) % Math.max(all, 1)).padStart(8, '0')}`;
}

function daysTo(tomorrow: string, days: number): { from: string; to: string } {
  return { from: addDays(tomorrow || '2026-01-01', -days), to: addDays(tomorrow || '2026-01-01', -1) };
}
