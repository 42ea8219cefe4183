import { expect, test } from 'vitest';
import { messageNotification } from '#server/testing/whatsapp-messages.ts';
import { parseWhatsAppNotification, readWhatsAppTexts } from './whatsapp-texts.ts';

const flow = (answers: object) => ({ nfm_reply: { body: 'Sent', response_json: JSON.stringify(answers) } });

test.each([
  {
    ...{ what: 'a choice of a list', type: 'interactive' },
    content: { type: 'list_reply', list_reply: { id: '1', title: 'Saturday', description: '10:00, Uttara' } },
    says: 'Saturday\n10:00, Uttara',
  },
  {
    ...{ what: 'a button of a message', type: 'interactive' },
    content: { type: 'button_reply', button_reply: { id: 'yes', title: 'Yes, call me' } },
    says: 'Yes, call me',
  },
  {
    ...{ what: 'a card with a number of WhatsApp alone', type: 'contacts' },
    content: [{ name: { first_name: 'Karim', last_name: 'Ahmed' }, phones: [{ wa_id: '8801712345678' }] }],
    says: 'Contact: Karim Ahmed +8801712345678',
  },
  {
    ...{ what: 'cards of several people', type: 'contacts' },
    content: [
      { name: { formatted_name: 'Karim' }, org: { company: 'Padma' }, emails: [{ email: 'k@mail.example' }] },
      { name: { formatted_name: 'Rahim' }, phones: [{ phone: '01712-345678', wa_id: '8801712345678' }] },
    ],
    says: 'Contact: Karim Padma k@mail.example, Rahim 01712-345678',
  },
  {
    ...{ what: 'a place', type: 'location' },
    content: { latitude: 23.87, longitude: 90.39, name: 'Home', address: 'Road 7' },
    says: 'Place: Home, Road 7, 23.87 90.39',
  },
  {
    ...{ what: 'the parts of an address', type: 'interactive' },
    content: { type: 'nfm_reply', ...flow({ saved: null, values: { city: 'Dhaka', tower: 'B' } }) },
    says: 'Sent\nDhaka\nB',
  },
])('$what is read as WhatsApp shows it (F117)', ({ type, content, says }) => {
  const sent = messageNotification([{ id: 'wamid.1', from: '8801812345678', type, content }]);
  const [{ body } = { body: Buffer.alloc(0) }] = parseWhatsAppNotification(Buffer.from(sent))?.messages ?? [];
  const said = readWhatsAppTexts(body).texts?.filter(({ path }) => path !== 'name' && path !== 'phone');
  expect(said?.map(({ text }) => text).join('\n')).toBe(says);
});
