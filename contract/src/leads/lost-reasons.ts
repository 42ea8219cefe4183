import { z } from 'zod';
import { endpoint } from '#contract/call/endpoint.ts';
import { leadWriters } from '#contract/levels.ts';

export const listLostReasons = endpoint({
  method: 'GET',
  path: '/serviceCenter/manageLeads/lostReasons',
  summary: 'The ten latest reasons for which leads were lost, ignoring case and spacing',
  tag: 'Leads',
  who: leadWriters,
  reply: z.array(z.string()),
  refusals: [401, 403],
});
