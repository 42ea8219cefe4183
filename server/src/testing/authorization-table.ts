import { type Level, levels } from '#contract/levels.ts';

export const scopes = ['own', 'other', 'none'] as const;
export type Scope = (typeof scopes)[number];

const table = `
| call                                                                             | superAdmin | admin | manager | service     | dataEntry | unassigned |
| GET /session/me                                                                  | 200        | 200   | 200     | 200         | 200       | 200        |
| PATCH /session/me                                                                | 200        | 200   | 200     | 200         | 200       | 200        |
| GET /session/away                                                                | 200        | 200   | 200     | 200         | 200       | 403        |
| PATCH /session/away                                                              | 200        | 200   | 200     | 200         | 200       | 403        |
| PATCH /session/password                                                          | 200        | 200   | 200     | 200         | 200       | 200        |
| GET /session/sessions                                                            | 200        | 200   | 200     | 200         | 200       | 200        |
| DELETE /session/sessions                                                         | 204        | 204   | 204     | 204         | 204       | 204        |
| DELETE /session/sessions/:id                                                     | 204        | 204   | 204     | 204         | 204       | 204        |
| POST /session/logout                                                             | 204        | 204   | 204     | 204         | 204       | 204        |
| GET /session/secondFactor                                                        | 200        | 200   | 200     | 200         | 200       | 200        |
| POST /session/secondFactor/app                                                   | 200        | 200   | 200     | 200         | 200       | 200        |
| POST /session/secondFactor/app/confirm                                           | 200        | 200   | 200     | 200         | 200       | 200        |
| POST /session/secondFactor/recoveryCodes                                         | 200        | 200   | 200     | 200         | 200       | 200        |
| POST /session/secondFactor/off                                                   | 200        | 200   | 200     | 200         | 200       | 200        |
| POST /session/secondFactor/passkeys/start                                        | 200        | 200   | 200     | 200         | 200       | 200        |
| POST /session/secondFactor/passkeys                                              | 200        | 200   | 200     | 200         | 200       | 200        |
| POST /session/secondFactor/passkeys/ask                                          | 200        | 200   | 200     | 200         | 200       | 200        |
| PATCH /session/secondFactor/passkeys/:id                                         | 200        | 200   | 200     | 200         | 200       | 200        |
| POST /session/secondFactor/passkeys/:id/remove                                   | 200        | 200   | 200     | 200         | 200       | 200        |
| GET /session/events                                                              | 200        | 200   | 200     | 200         | 200       | 200        |
| GET /session/presence                                                            | 200        | 200   | 200     | 200         | 200       | 403        |
| POST /session/presence                                                           | 204        | 204   | 204     | 204 404 404 | 204       | 403        |
| GET /management/manageLeads                                                      | 200        | 200   | 200     | 403         | 403       | 403        |
| GET /management/neglected                                                        | 200        | 200   | 200     | 403         | 403       | 403        |
| GET /management/neglected/groups                                                 | 200        | 200   | 200     | 403         | 403       | 403        |
| GET /management/neglected/worklist                                               | 200        | 200   | 200     | 403         | 403       | 403        |
| GET /management/neglected/csv                                                    | 200        | 403   | 403     | 403         | 403       | 403        |
| POST /management/bulk                                                            | 201        | 201   | 201     | 403         | 403       | 403        |
| POST /management/bulk/advisors                                                   | 200        | 200   | 200     | 403         | 403       | 403        |
| GET /management/bulk                                                             | 200        | 200   | 200     | 403         | 403       | 403        |
| GET /management/bulk/:id                                                         | 200        | 200   | 200     | 403         | 403       | 403        |
| POST /management/bulk/:id/undo                                                   | 201        | 201   | 201     | 403         | 403       | 403        |
| GET /management/manageLeads/csv                                                  | 200        | 403   | 403     | 403         | 403       | 403        |
| GET /management/manageLeads/getLeadsCountByCenter                                | 200        | 200   | 200     | 403         | 403       | 403        |
| GET /management/manageLeads/getLeadsCountByStatus                                | 200        | 200   | 200     | 200         | 200       | 403        |
| GET /management/manageLeads/getlastChanges/:entryId                              | 200        | 200   | 200     | 200 404 404 | 403       | 403        |
| GET /management/manageLeads/getLeadsHistory/:entryId                             | 200        | 200   | 200     | 200 404 404 | 403       | 403        |
| GET /dataEntry/manageLeads                                                       | 200        | 200   | 200     | 403         | 200       | 403        |
| POST /dataEntry/manageLeads                                                      | 201        | 201   | 201     | 201 400 400 | 201       | 403        |
| PATCH /dataEntry/manageLeads/:id                                                 | 200        | 200   | 200     | 403         | 200       | 403        |
| PATCH /dataEntry/manageLeads/archive/:id                                         | 200        | 200   | 200     | 403         | 200       | 403        |
| GET /serviceCenter/manageLeads/getLeadsByServicesCenterAndStatus                 | 200        | 200   | 200     | 200         | 200       | 403        |
| GET /serviceCenter/manageLeads/byPeriod                                          | 200        | 200   | 200     | 200         | 200       | 403        |
| POST /serviceCenter/find                                                         | 200        | 200   | 200     | 200         | 200       | 403        |
| POST /serviceCenter/find/known                                                   | 200        | 200   | 200     | 200         | 200       | 403        |
| POST /serviceCenter/find/opened                                                  | 200        | 200   | 200     | 200         | 200       | 403        |
| POST /serviceCenter/find/statuses                                                | 200        | 200   | 200     | 200         | 200       | 403        |
| GET /serviceCenter/callQueue                                                     | 200        | 200   | 200     | 200         | 403       | 403        |
| GET /serviceCenter/callQueue/worklist                                            | 200        | 200   | 200     | 200         | 403       | 403        |
| GET /serviceCenter/manageLeads/getSingleLead/:id                                 | 200        | 200   | 200     | 200 404 404 | 200       | 403        |
| GET /serviceCenter/manageLeads/getSingleLeadsHistory/:id                         | 200        | 200   | 200     | 200 404 404 | 403       | 403        |
| PATCH /serviceCenter/manageLeads/update/:id                                      | 200        | 200   | 200     | 200 404 404 | 200       | 403        |
| PATCH /serviceCenter/manageLeads/correct/:id                                     | 200        | 200   | 200     | 200 404 404 | 200       | 403        |
| PATCH /serviceCenter/manageLeads/undo/:id                                        | 200        | 200   | 200     | 200 404 404 | 200       | 403        |
| POST /serviceCenter/manageLeads/merge                                            | 200        | 200   | 200     | 200 404 404 | 403       | 403        |
| POST /serviceCenter/manageLeads/merge/:id/undo                                   | 200        | 200   | 200     | 200 404 404 | 403       | 403        |
| GET /serviceCenter/manageLeads/panel/:id                                         | 200        | 200   | 200     | 200 404 404 | 200       | 403        |
| GET /serviceCenter/manageLeads/timeline/:id                                      | 200        | 200   | 200     | 200 404 404 | 200       | 403        |
| GET /serviceCenter/manageLeads/attachments/:id                                   | 200        | 200   | 200     | 200 404 404 | 200       | 403        |
| POST /serviceCenter/manageLeads/comments/:id                                     | 201        | 201   | 201     | 201 404 404 | 201       | 403        |
| GET /serviceCenter/manageLeads/colleagues/:id                                    | 200        | 200   | 200     | 200 404 404 | 200       | 403        |
| GET /session/mentions                                                            | 200        | 200   | 200     | 200         | 200       | 403        |
| POST /session/mentions/read                                                      | 204        | 204   | 204     | 204         | 204       | 403        |
| POST /serviceCenter/manageLeads/contacts/:id                                     | 201        | 201   | 201     | 201 404 404 | 403       | 403        |
| PATCH /serviceCenter/manageLeads/contacts/correct/:id                            | 200        | 200   | 200     | 200 404 404 | 403       | 403        |
| PATCH /serviceCenter/manageLeads/contacts/undo/:id                               | 200        | 200   | 200     | 200 404 404 | 403       | 403        |
| PATCH /serviceCenter/bookings/outcome/:id                                        | 200        | 200   | 200     | 200 404 404 | 403       | 403        |
| PATCH /serviceCenter/bookings/ready/:id                                          | 200        | 200   | 200     | 200 404 404 | 403       | 403        |
| PATCH /serviceCenter/manageLeads/offers/decline/:id                              | 200        | 200   | 200     | 200 404 404 | 200       | 403        |
| PATCH /serviceCenter/manageLeads/offers/restore/:id                              | 200        | 200   | 200     | 200 404 404 | 200       | 403        |
| POST /serviceCenter/manageLeads/whatsapp/:id                                     | 201        | 201   | 201     | 201 404 404 | 403       | 403        |
| PATCH /serviceCenter/manageLeads/take/:id                                        | 200        | 200   | 200     | 200 404 404 | 403       | 403        |
| PATCH /serviceCenter/manageLeads/release/:id                                     | 200        | 200   | 200     | 200 404 404 | 403       | 403        |
| PATCH /management/manageLeads/assign/:id                                         | 200        | 200   | 200     | 403         | 403       | 403        |
| GET /serviceCenter/manageLeads/advisors                                          | 200        | 200   | 200     | 200         | 200       | 403        |
| GET /serviceCenter/manageLeads/lostReasons                                       | 200        | 200   | 200     | 200         | 200       | 403        |
| GET /serviceCenter/manageLeads/getServiceCenters                                 | 200        | 200   | 200     | 200         | 200       | 403        |
| GET /dataEntry/manageServiceCenter                                               | 200        | 200   | 200     | 200         | 200       | 403        |
| GET /management/manageServiceCenter                                              | 200        | 200   | 200     | 403         | 403       | 403        |
| POST /management/manageServiceCenter                                             | 201        | 201   | 201     | 403         | 403       | 403        |
| GET /management/manageServiceCenter/getSingleServicesCenter/:id                  | 200        | 200   | 200     | 403         | 403       | 403        |
| PATCH /management/manageServiceCenter/:id                                        | 200        | 200   | 200     | 403         | 403       | 403        |
| GET /dataEntry/manageServiceAndCampaign/getServiceOrCampaignByType               | 200        | 200   | 200     | 200         | 200       | 403        |
| GET /management/manageServiceAndCampaign                                         | 200        | 200   | 200     | 403         | 403       | 403        |
| POST /management/manageServiceAndCampaign                                        | 201        | 201   | 201     | 403         | 403       | 403        |
| GET /management/manageServiceAndCampaign/getSingleServiceOrCampaign/:id          | 200        | 200   | 200     | 403         | 403       | 403        |
| PATCH /management/manageServiceAndCampaign/:id                                   | 200        | 200   | 200     | 403         | 403       | 403        |
| GET /management/manageEmployee/getEmployeesByLevel/:level                        | 200        | 200   | 200     | 403         | 403       | 403        |
| PATCH /management/manageEmployee/assign/assignToManagement                       | 200        | 403   | 403     | 403         | 403       | 403        |
| PATCH /management/manageEmployee/assign/assignToDataEntry                        | 200        | 200   | 403     | 403         | 403       | 403        |
| PATCH /management/manageEmployee/assign/assignToServiceCenter                    | 200        | 200   | 403     | 403         | 403       | 403        |
| PATCH /management/manageEmployee/assign/unassignEmployee                         | 200        | 200   | 403     | 403         | 403       | 403        |
| PATCH /management/manageEmployee/:id                                             | 200        | 200   | 403     | 403         | 403       | 403        |
| PATCH /management/manageEmployee/:id/away                                        | 200        | 200   | 200     | 403         | 403       | 403        |
| GET /management/manageEmployee/openLeads                                         | 200        | 200   | 200     | 403         | 403       | 403        |
| POST /management/manageEmployee/:id/resetSecondFactor                            | 200        | 403   | 403     | 403         | 403       | 403        |
| GET /management/secondFactorRule                                                 | 200        | 403   | 403     | 403         | 403       | 403        |
| PATCH /management/secondFactorRule                                               | 200        | 403   | 403     | 403         | 403       | 403        |
| POST /management/employeeinvite                                                  | 201        | 403   | 403     | 403         | 403       | 403        |
| GET /management/employeeinvite/getAllInvites                                     | 200        | 403   | 403     | 403         | 403       | 403        |
| POST /management/employeeinvite/resendInvite/:id                                 | 200        | 403   | 403     | 403         | 403       | 403        |
| DELETE /management/employeeinvite/deleteInvite/:id                               | 204        | 403   | 403     | 403         | 403       | 403        |
| GET /management/customers/getAllCustomers                                        | 200        | 200   | 200     | 403         | 403       | 403        |
| GET /management/customers/getSingleCustomer/:id                                  | 200        | 200   | 200     | 403         | 403       | 403        |
| PATCH /management/customers/:id                                                  | 200        | 200   | 200     | 403         | 403       | 403        |
| POST /management/customers/:id/suggestions                                       | 200        | 200   | 200     | 403         | 403       | 403        |
| GET /management/customers/:id/addresses                                          | 200        | 200   | 200     | 403         | 403       | 403        |
| POST /management/customers/:id/addresses                                         | 201        | 201   | 201     | 403         | 403       | 403        |
| PATCH /management/customers/:id/addresses/:addressId                             | 200        | 200   | 200     | 403         | 403       | 403        |
| DELETE /management/customers/:id/addresses/:addressId                            | 204        | 204   | 204     | 403         | 403       | 403        |
| GET /management/customers/:id/orders                                             | 200        | 200   | 200     | 403         | 403       | 403        |
| GET /management/customers/merges/preview                                         | 200        | 200   | 200     | 403         | 403       | 403        |
| POST /management/customers/merges                                                | 201        | 201   | 201     | 403         | 403       | 403        |
| POST /management/customers/merges/:id/undo                                       | 200        | 200   | 200     | 403         | 403       | 403        |
| GET /management/customers/:id/merges                                             | 200        | 200   | 200     | 403         | 403       | 403        |
| GET /management/customers/:id/export                                             | 200        | 200   | 200     | 403         | 403       | 403        |
| GET /management/customers/:id/erasure                                            | 200        | 403   | 403     | 403         | 403       | 403        |
| POST /management/customers/:id/erase                                             | 200        | 403   | 403     | 403         | 403       | 403        |
| GET /management/reports/late                                                     | 200        | 200   | 200     | 403         | 403       | 403        |
| GET /management/reports/comparison                                               | 200        | 200   | 200     | 403         | 403       | 403        |
| GET /management/reports/comparison/csv                                           | 200        | 200   | 200     | 403         | 403       | 403        |
| GET /management/reports/dashboard                                                | 200        | 200   | 200     | 403         | 403       | 403        |
| GET /management/reports/leadReport                                               | 200        | 200   | 200     | 403         | 403       | 403        |
| GET /management/reports/getReportsForServiceCenters                              | 200        | 200   | 200     | 403         | 403       | 403        |
| GET /management/reports/getReportsForServiceCenters/csv                          | 200        | 200   | 200     | 403         | 403       | 403        |
| GET /management/reports/getReportsForEmployee                                    | 200        | 200   | 200     | 403         | 403       | 403        |
| GET /management/reports/getReportsForEmployee/csv                                | 200        | 200   | 200     | 403         | 403       | 403        |
| GET /management/reports/downloadAllCollections                                   | 200        | 200   | 200     | 403         | 403       | 403        |
| GET /management/reports/getContactsForEmployee                                   | 200        | 200   | 200     | 403         | 403       | 403        |
| GET /management/reports/getContactsForEmployee/csv                               | 200        | 200   | 200     | 403         | 403       | 403        |
| GET /serviceCenter/messageTexts                                                  | 200        | 200   | 200     | 200         | 403       | 403        |
| PATCH /management/messageTexts                                                   | 200        | 403   | 403     | 403         | 403       | 403        |
| GET /management/customerMessages                                                 | 200        | 200   | 200     | 403         | 403       | 403        |
| POST /management/customerMessages/:id/retry                                      | 200        | 200   | 200     | 403         | 403       | 403        |
| PATCH /serviceCenter/customerMessages/stopped/:id                                | 200        | 200   | 200     | 200 404 404 | 403       | 403        |
| GET /management/customerMessages/settings                                        | 200        | 200   | 200     | 403         | 403       | 403        |
| PATCH /management/customerMessages/settings                                      | 200        | 403   | 403     | 403         | 403       | 403        |
| GET /management/customerMessages/templates                                       | 200        | 403   | 403     | 403         | 403       | 403        |
| GET /management/customerMessages/smsGateway                                      | 200        | 403   | 403     | 403         | 403       | 403        |
| PATCH /management/customerMessages/smsGateway                                    | 200        | 403   | 403     | 403         | 403       | 403        |
| POST /management/customerMessages/test                                           | 200        | 403   | 403     | 403         | 403       | 403        |
| PATCH /management/lostReasons                                                    | 200        | 403   | 403     | 403         | 403       | 403        |
| PATCH /management/dealer                                                         | 200        | 403   | 403     | 403         | 403       | 403        |
| GET /management/retention                                                        | 200        | 403   | 403     | 403         | 403       | 403        |
| GET /management/retention/preview                                                | 200        | 403   | 403     | 403         | 403       | 403        |
| PATCH /management/retention                                                      | 200        | 403   | 403     | 403         | 403       | 403        |
| GET /management/audit                                                            | 200        | 403   | 403     | 403         | 403       | 403        |
| GET /management/bookingRules                                                     | 200        | 200   | 200     | 403         | 403       | 403        |
| PATCH /management/bookingRules/:id                                               | 200        | 200   | 200     | 403         | 403       | 403        |
| GET /serviceCenter/bookings/day                                                  | 200        | 200   | 200     | 200 404 404 | 403       | 403        |
| GET /serviceCenter/bookings/days                                                 | 200        | 200   | 200     | 200         | 403       | 403        |
| GET /serviceCenter/bookings/places                                               | 200        | 200   | 200     | 200 404 404 | 200       | 403        |
| GET /management/workingHours                                                     | 200        | 200   | 200     | 403         | 403       | 403        |
| PATCH /management/workingHours                                                   | 200        | 200   | 200     | 403         | 403       | 403        |
| GET /management/connections                                                      | 200        | 403   | 403     | 403         | 403       | 403        |
| POST /management/connections                                                     | 201        | 403   | 403     | 403         | 403       | 403        |
| PATCH /management/connections/:id                                                | 200        | 403   | 403     | 403         | 403       | 403        |
| POST /management/connections/:id/secret                                          | 200        | 403   | 403     | 403         | 403       | 403        |
| POST /management/connections/:id/preview                                         | 200        | 403   | 403     | 403         | 403       | 403        |
| POST /management/connections/:id/page                                            | 200        | 403   | 403     | 403         | 403       | 403        |
| GET /management/connections/:id/forms                                            | 200        | 403   | 403     | 403         | 403       | 403        |
| GET /management/connections/:id/check                                            | 200        | 403   | 403     | 403         | 403       | 403        |
| POST /management/connections/:id/earlier                                         | 200        | 403   | 403     | 403         | 403       | 403        |
| GET /management/intake/assignment                                                | 200        | 403   | 403     | 403         | 403       | 403        |
| PATCH /management/intake/assignment                                              | 200        | 403   | 403     | 403         | 403       | 403        |
| POST /management/forms                                                           | 201        | 403   | 403     | 403         | 403       | 403        |
| GET /management/forms/:id                                                        | 200        | 403   | 403     | 403         | 403       | 403        |
| PATCH /management/forms/:id                                                      | 200        | 403   | 403     | 403         | 403       | 403        |
| POST /management/imports                                                         | 400        | 400   | 400     | 403         | 400       | 403        |
| GET /management/imports                                                          | 200        | 200   | 200     | 403         | 200       | 403        |
| GET /management/imports/:id                                                      | 200        | 200   | 200     | 403         | 200       | 403        |
| POST /management/imports/:id/headers                                             | 201        | 201   | 201     | 403         | 201       | 403        |
| POST /management/imports/:id/check                                               | 201        | 201   | 201     | 403         | 201       | 403        |
| POST /management/imports/:id/start                                               | 201        | 201   | 201     | 403         | 201       | 403        |
| POST /management/imports/:id/stop                                                | 201        | 201   | 201     | 403         | 201       | 403        |
| POST /management/imports/:id/revert                                              | 201        | 201   | 201     | 403         | 403       | 403        |
| GET /management/imports/:id/problems                                             | 200        | 200   | 200     | 403         | 200       | 403        |
| GET /management/imports/:id/rows                                                 | 200        | 200   | 200     | 403         | 200       | 403        |
| POST /management/imports/:id/rows/:row                                           | 201        | 201   | 201     | 403         | 201       | 403        |
| GET /management/imports/:id/refused                                              | 200        | 200   | 200     | 403         | 200       | 403        |
| GET /management/intake                                                           | 200        | 200   | 200     | 403         | 403       | 403        |
| GET /management/intake/summary                                                   | 200        | 200   | 200     | 403         | 403       | 403        |
| GET /management/intake/:id                                                       | 200        | 200   | 200     | 403         | 403       | 403        |
| POST /management/intake/:id/place                                                | 201        | 201   | 201     | 403         | 403       | 403        |
| POST /management/intake/:id/ignore                                               | 200        | 200   | 200     | 403         | 403       | 403        |
| POST /management/intake/replay                                                   | 200        | 200   | 200     | 403         | 403       | 403        |
| GET /management/duplicates                                                       | 200        | 200   | 200     | 403         | 403       | 403        |
| GET /management/duplicates/count                                                 | 200        | 200   | 200     | 403         | 403       | 403        |
| POST /management/duplicates/:id/dismiss                                          | 204        | 204   | 204     | 403         | 403       | 403        |
| DELETE /management/duplicates/:id/dismiss                                        | 204        | 204   | 204     | 403         | 403       | 403        |
| GET /management/firstSteps                                                       | 200        | 200   | 200     | 403         | 403       | 403        |
| PATCH /management/firstSteps                                                     | 200        | 403   | 403     | 403         | 403       | 403        |
| GET /management/systemStatus                                                     | 200        | 403   | 403     | 403         | 403       | 403        |
`;

type Row = { call: string; answers: Record<Level, Record<Scope, number>> };

export const authorizationTable: readonly Row[] = readTable();

function readTable(): Row[] {
  const [head = [], ...rows] = table
    .trim()
    .split('\n')
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  return rows.map((cells) => ({
    call: cells[0] ?? '',
    answers: fromEntries(levels.map((level) => [level, readCell(cells[head.indexOf(level)] ?? '')])),
  }));
}

function readCell(cell: string): Record<Scope, number> {
  const [own = Number.NaN, other = own, none = own] = cell.split(' ').map(Number);
  return { own, other, none };
}

function fromEntries<K extends string, V>(entries: [K, V][]): Record<K, V> {
  return Object.fromEntries(entries) as Record<K, V>;
}
