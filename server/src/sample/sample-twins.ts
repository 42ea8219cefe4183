import { dateInTimeZone } from '#contract/text/dates.ts';
import type { SampleCustomer } from './sample-customers.ts';
import type { Entry } from './sample-days.ts';

type Twin = Pick<SampleCustomer, 'name'> & Partial<SampleCustomer>;

/** The numbers of two sample customers who are one person. */
export const phonesOfOne = ['+8801319990096', '+8801319990098'] as const;

/** The number of a sample customer with two leads to merge. */
export const phoneTwice = '+8801319990094';

const twins: readonly (readonly [Twin, Twin])[] = [
  [{ name: 'Rahim Uddin' }, { name: 'রহিম উদ্দিন' }],
  [
    { name: 'Nazmul Haque', email: 'nazmul.haque@example.com' },
    { name: 'N. Haque', email: 'Nazmul.Haque@example.com' },
  ],
  [
    { name: 'করিম মিয়া', vehicleNumber: 'ঢাকা মেট্রো-গ ২৩-৪৫৬৭' },
    { name: 'Abdul Karim', vehicleNumber: 'DHAKA METRO-GA 23-4567' },
  ],
  [{ name: 'Md. Zahid Hossain' }, { name: 'Jahid Hosain' }],
  [
    { name: 'Salma Khatun', vehicleNumber: 'DHAKA METRO-KHA 18-7702' },
    { name: 'আব্দুল হালিম', vehicleNumber: 'DHAKA METRO-KHA 18-7702' },
  ],
  [
    { name: 'Tanvir Ahmed', email: 'tanvir.ahmed@example.com' },
    { name: 'তানভীর আহমেদ', email: 'tanvir.ahmed@example.com' },
  ],
  [
    { name: 'Sohel Sikder', vehicleNumber: 'CHATTA METRO-GA 31-2288' },
    { name: 'Sohel', vehicleNumber: 'GA 31 2288' },
  ],
  [{ name: 'ফাতেমা বেগম' }, { name: 'Fatima Begum' }],
  [
    { name: 'Shirin Akter', email: 'akter.family@example.com' },
    { name: 'Rubel Akter', email: 'akter.family@example.com' },
  ],
  [
    { name: 'Mustafizur Rahman', vehicleNumber: 'KHULNA-GA 14-9021' },
    { name: 'মোস্তাফিজুর রহমান', vehicleNumber: 'খুলনা-গ ১৪-৯০২১' },
  ],
  [
    { name: 'Parvin Sultana', phone: phonesOfOne[0], email: 'parvin.sultana@example.com' },
    { name: 'পারভীন সুলতানা', phone: phonesOfOne[1], email: 'parvin.sultana@example.com' },
  ],
];

const again: readonly (readonly [SampleCustomer, SampleCustomer])[] = [
  [
    { name: 'Ehsan Kabir', phone: '+8801319990090', email: null, vehicleNumber: 'DHAKA METRO-GA 41-6620' },
    {
      ...{ name: 'Ehsan Kabir', phone: '+8801319990090', vehicleNumber: 'ঢাকা মেট্রো-গ ৪১-৬৬২০' },
      email: 'ehsan.kabir@example.com',
    },
  ],
  [
    { name: 'নূরজাহান আক্তার', phone: '+8801319990092', email: null, vehicleNumber: 'SYLHET-GA 12-4417' },
    { name: 'Nurjahan Akter', phone: '+8801319990092', email: null, vehicleNumber: 'SYLHET-GA 12-4417' },
  ],
  [
    { name: 'Shamima', phone: phoneTwice, email: null, vehicleNumber: 'DHAKA METRO-GHA 27-3052' },
    {
      ...{ name: 'Shamima Nasrin', phone: phoneTwice, vehicleNumber: 'DHAKA METRO-GHA 27-3052' },
      email: 'shamima.nasrin@example.com',
    },
  ],
];

const from = 3;

/** Chooses entries that become pairs of possible duplicates, each with its customer. */
export function planDuplicateEntries(
  entries: readonly Entry[],
  timeZone: string,
  now: Date,
): Map<Entry, SampleCustomer> {
  const before = now.getTime() - from * 86_400_000;
  const places = Map.groupBy(
    entries.filter(({ at }) => at.getTime() < before).toReversed(),
    ({ center, at }) => `${center} ${dateInTimeZone(timeZone, at)}`,
  );
  const rooms = [...places.values()].filter(({ length }) => length > 1);
  const planned = new Map<Entry, SampleCustomer>();
  for (const [place, both] of twins.entries()) {
    for (const [which, twin] of both.entries()) {
      const entry = rooms[place]?.[which];
      const phone = `+88013199900${String(10 + 2 * place + which)}`;
      const vehicleNumber = `DHAKA METRO-CHA ${20 + place}-${5100 + which}`;
      if (entry) planned.set(entry, { phone, email: null, vehicleNumber, ...twin });
    }
  }
  const waiting = Map.groupBy(
    entries.filter(({ fate }) => fate === 'unanswered' || fate === 'triedOnce'),
    ({ center }) => center,
  );
  for (const [place, [one, other]] of [...waiting.values()].filter(({ length }) => length > 1).entries()) {
    const both = again[place];
    if (one && other && both) planned.set(one, both[0]).set(other, both[1]);
  }
  return planned;
}
