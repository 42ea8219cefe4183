import type { Endpoint } from '#contract/call/endpoint.ts';
import * as comments from '#contract/comments.ts';
import { logContact } from '#contract/contacts.ts';
import * as intake from '#contract/intake/deliveries.ts';
import * as advisors from '#contract/leads/lead-advisors.ts';
import * as bulk from '#contract/leads/lead-bulk.ts';
import * as leads from '#contract/leads/leads.ts';
import { addDays } from '#contract/text/dates.ts';
import { ask, read, write } from './calls.ts';
import { sender } from './dealer.ts';
import type { Facts } from './facts.ts';
import type { Scenario } from './load.ts';
import { isContact, isReply } from './replies.ts';

/** Lists the scenarios that write. */
export function listWriteScenarios(facts: Facts): (Scenario & { endpoint: Endpoint })[] {
  return [
    {
      name: 'create',
      endpoint: leads.createLead,
      status: 201,
      ask: (turn) =>
        ask(leads.createLead, {
          body: {
            name: `New ${turn}`,
            phone: `019${String(turn % 10 ** 8).padStart(8, '0')}`,
            serviceCenter: facts.centers[turn % facts.centers.length],
          },
        }),
      isTrue: (reply, turn) => reply.name === `New ${turn}` && reply.status === 'pending',
    },
    {
      name: 'delivery from outside',
      endpoint: intake.receiveDelivery,
      ask: (turn) => ({
        ...ask(intake.receiveDelivery, {
          params: { connection: sender.connection },
          body: { name: `Sent ${turn}`, phone: `018${String(turn % 10 ** 8).padStart(8, '0')}` },
        }),
        token: sender.secret,
      }),
      isTrue: (reply) => reply.received === true,
    },
    write('edit', leads.editLead, facts.pending, (turn) => ({ notes: `Call ${turn}` })),
    write('correction', leads.correctLead, facts.pending, (turn) => ({ vehicleNumber: `DHAKA ${turn}` })),
    write('status change', leads.moveLead, facts.pending, () => ({
      status: 'potential',
      nextFollowUpDates: [facts.tomorrow],
    })),
    {
      name: 'comment',
      endpoint: comments.addComment,
      status: 201,
      ask: (turn) =>
        ask(comments.addComment, {
          params: { id: facts.pending[turn % facts.pending.length] ?? '' },
          body: { text: `Said ${turn}` },
        }),
      isTrue: (reply, turn) => reply.text === `Said ${turn}`,
    },
    write('take a lead', advisors.takeLead, facts.free, () => undefined),
    write('assignment', advisors.assignLead, facts.pending, (turn) => ({
      advisor: turn % 2 ? facts.employee : null,
    })),
    {
      ...write('contact', logContact, facts.pending, (turn) => ({
        ...{ channel: 'call', outcome: 'noAnswer', note: `Call ${turn}` },
        tryAgainAt: `${facts.tomorrow}T06:00:00.000Z`,
      })),
      status: 201,
      isTrue: (reply, turn) => isContact(reply.contact, `Call ${turn}`),
    },
    write('book a place', leads.moveLead, facts.pending, (turn) => ({
      ...{ status: 'booked', appointmentDate: addDays(facts.tomorrow, turn % 60), overbook: true },
      appointmentTime: `${10 + (turn % 8)}:30`,
    })),
    read('own bulk changes', bulk.listBulkChanges, isReply),
    write('archive', leads.archiveLead, facts.pending, () => ({ isActive: false })),
  ];
}
