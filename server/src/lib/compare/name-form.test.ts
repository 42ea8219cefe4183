import { expect, test } from 'vitest';
import { familyNames, givenNames } from '#server/sample/sample-words.ts';
import { listNameForms } from './name-form.ts';

const isNear = (one: string, other: string) =>
  listNameForms(other).some((form) => listNameForms(one).includes(form));

test.each([
  ['Rahim Uddin', 'Md. Raheem Uddin'],
  ['Rahim Uddin', 'রহিম উদ্দিন'],
  ['Mahmud Hasan', 'Hasan Mahmud'],
  ['Nur Jahan Akhter', 'নূরজাহান আক্তার'],
  ['Mustafizur Rahaman', 'মোঃ মোস্তাফিজুর রহমান'],
  ['Jahid Hassan', 'জাহিদ হাসান'],
  ['Imran Hossain', 'Imran Hussain'],
  ['Tanvir Ahmed', 'তানভীর আহমেদ'],
  ['Rafi Choudhury', 'রাফি চৌধুরী'],
  ['Yasmin Akter', 'ইয়াসমিন আক্তার'],
  ['Ayesha Siddiqua', 'আয়েশা সিদ্দিকা'],
  ['Wahid Uddin', 'ওয়াহিদ উদ্দিন'],
  ['Shafiqul Islam', 'Sofiqul Islam'],
  ['Mahmudul Hasan', 'Mahmud-ul Hasan'],
  ['Sadman Mollah', 'Sadman Molla'],
  ['Mia', 'mia'],
])('%s and %s are near-equal', (one, other) => {
  expect(isNear(one, other)).toBe(true);
});

test.each([
  ['Rahim Uddin', 'Karim Uddin'],
  ['Rafiqul Islam', 'Shafiqul Islam'],
  ['Kamal Hossain', 'Jamal Hossain'],
  ['Nasima Begum', 'Nazma Begum'],
  ['Abdul Karim', 'Abdul Kabir'],
  ['Salam Khan', 'Islam Khan'],
  ['Rina', 'Runa'],
  ['Md.', 'Mr.'],
  ['漢字', '漢語'],
])('%s and %s are not', (one, other) => {
  expect(isNear(one, other)).toBe(false);
});

test('of the names of the sample dealer, fewer than one in ten thousand pairs are near-equal', () => {
  const names = givenNames.flatMap((given) => familyNames.map((family) => `${given} ${family}`));
  const sharing = new Map<string, number>();
  let near = 0;
  for (const form of names.flatMap(listNameForms)) {
    near += sharing.get(form) ?? 0;
    sharing.set(form, (sharing.get(form) ?? 0) + 1);
  }
  expect(near / ((names.length * (names.length - 1)) / 2)).toBeLessThan(1 / 10_000);
});
