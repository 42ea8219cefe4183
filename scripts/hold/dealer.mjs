// Makes a dealer in a new Pitlane.

const people = { email: 'rokeya@padma.test', password: 'a long way to Khulna' };

/**
 * Sets up a dealer by the link that a new Pitlane has printed, and enters a lead.
 *
 * @throws when a call is answered otherwise than it should.
 */
export async function recordFirstLead(origin, link) {
  await expectStatus(200, `${origin}/health/ready`);
  const page = await expectStatus(200, link);
  if (!page.headers.get('content-type')?.startsWith('text/html'))
    throw new Error('The set-up link leads to no page');
  const form = new FormData();
  const fields = {
    dealerName: 'Padma Motors',
    timeZone: 'Asia/Dhaka',
    phoneCountry: 'BD',
    serviceCenterName: 'Tejgaon',
    name: 'Rokeya Begum',
    ...people,
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const api = `${origin}/api/employeeApp`;
  const token = link.split('/').at(-1);
  await expectStatus(201, `${api}/public/setup/${token}`, { method: 'POST', body: form });
  const session = await (await logIn(origin)).json();
  const authorization = `Bearer ${session.token}`;
  const centersUrl = `${api}/serviceCenter/manageLeads/getServiceCenters`;
  const [center] = await (await expectStatus(200, centersUrl, { headers: { authorization } })).json();
  const lead = json({ name: 'Nadia', phone: '01712345678', serviceCenter: center._id }, { authorization });
  await expectStatus(201, `${api}/dataEntry/manageLeads`, lead);
}

/** Logs in the owner of that dealer. @returns the response. @throws unless it is 200. */
export function logIn(origin) {
  return expectStatus(200, `${origin}/api/employeeApp/public/auth/login`, json(people));
}

function json(body, headers = {}) {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

async function expectStatus(status, url, options) {
  const answer = await fetch(url, options);
  if (answer.status !== status) throw new Error(`${url} answers ${answer.status}: ${await answer.text()}`);
  return answer;
}
