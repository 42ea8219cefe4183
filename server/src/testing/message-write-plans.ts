import {
  type CustomerMessageKind,
  customerMessageKinds,
} from '#contract/customer-messages/customer-message.ts';
import {
  getMessageSettings,
  getSmsGateway,
  type MessageSettings,
  type SmsGateway,
} from '#contract/customer-messages/message-settings.ts';
import { getLeadPanel } from '#contract/leads/lead-panel.ts';
import { gatewayOf } from './message-calls.ts';
import type { WritePlan } from './write-plan.ts';

const text = { language: 'en' as const, text: 'Dear {name}, until {appointment}.', template: null };

function kindsWith(on: CustomerMessageKind, offAt: string[]): MessageSettings['kinds'] {
  return Object.fromEntries(
    customerMessageKinds.map((kind) => [kind, { isOn: kind === on, offAt, texts: [text] }]),
  ) as MessageSettings['kinds'];
}

const shown = ({ version, ...settings }: MessageSettings) => settings;
const plainGateway = ({ gateway }: { gateway: SmsGateway | null }) => {
  if (!gateway) return { gateway };
  const { failingSince, failure, ...settings } = gateway;
  return { gateway: settings };
};

export const messageWritePlans: Record<string, WritePlan> = {
  'PATCH /management/customerMessages/settings': {
    values: ({ fixtures }) => ({
      kinds: [kindsWith('dayBefore', []), kindsWith('thankYou', [fixtures.north])],
      ...{ quietFrom: ['19:00', '21:30'], quietTo: ['08:00', '10:00'], dayBeforeAt: ['16:00', '18:00'] },
    }),
    shows: shown,
    read: async ({ app, boss }) => shown((await app.call(getMessageSettings, { token: boss.token })).data),
  },
  'PATCH /management/customerMessages/smsGateway': {
    values: () => ({
      gateway: [
        null,
        { ...gatewayOf('https://sms.example/send'), headers: [] },
        {
          ...gatewayOf('https://sms.example/other'),
          headers: [],
          fields: [{ name: 'kind', value: 'text', isSecret: false }],
        },
      ],
    }),
    shows: plainGateway,
    read: async ({ app, boss }) => plainGateway((await app.call(getSmsGateway, { token: boss.token })).data),
  },
  'PATCH /serviceCenter/customerMessages/stopped/:id': {
    values: () => ({ stopped: [[], ['dayBefore'], ['bookingMoved', 'thankYou']] }),
    read: async ({ app, boss }, { params }) => {
      const { data } = await app.call(getLeadPanel, { token: boss.token, params: { id: params?.id ?? '' } });
      return { stopped: data.stoppedMessages };
    },
  },
};
