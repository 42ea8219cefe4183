import { z } from 'zod';
import { endpoint } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import { calendarDate, instant } from '#contract/text/dates.ts';
import { id, idParams, newPassword, requiredText, verbatimText } from '#contract/text/text.ts';
import { acceptedReply } from './auth.ts';
import { textLength } from './business.ts';
import { assignedLevels, levels } from './levels.ts';
import { account } from './people.ts';

/** Returns the caller's account, with level and centers as they are now. */
export const getMe = endpoint({
  method: 'GET',
  path: '/session/me',
  summary: 'The signed-in employee, with level and centers as they are now',
  tag: 'Session',
  reads: 'account',
  freshSeconds: 60,
  who: levels,
  duringEnrolment: true,
  reply: account,
});

const editMeBody = z.strictObject({
  name: requiredText(textLength.name, messages.nameRequired).optional(),
  dp: z.null().optional(),
});
/** The caller's name or picture to change; absent ones stay. */
export type EditMeBody = z.infer<typeof editMeBody>;

export const editMe = endpoint({
  method: 'PATCH',
  path: '/session/me',
  summary: "Change one's own name or picture; multipart with a picture, else JSON",
  tag: 'Session',
  changes: ['account', 'employees'],
  who: levels,
  body: editMeBody,
  multipart: true,
  files: ['dp'],
  reply: account,
  refusals: [413, 415],
});

const absence = z.strictObject({ awayUntil: calendarDate.nullable() });
/** The absence of the caller. `awayUntil`: the last day of an absence, null for somebody who is here. */
export type Absence = z.infer<typeof absence>;

/** Returns the last day on which the caller is away, or null. */
export const getOwnAbsence = endpoint({
  method: 'GET',
  path: '/session/away',
  summary: 'Until which day, included, one is away',
  tag: 'Session',
  reads: 'account',
  who: assignedLevels,
  reply: absence,
});

/** Sets the last day on which the caller is away; null: they are here. */
export const setOwnAbsence = endpoint({
  method: 'PATCH',
  path: '/session/away',
  summary: 'Say until which day, included, one is away, or with null that one is here',
  tag: 'Session',
  changes: ['account', 'employees'],
  who: assignedLevels,
  body: absence,
  reply: absence,
});

const changePasswordBody = z.strictObject({
  currentPassword: verbatimText(textLength.line),
  newPassword,
});

/** Changes the caller's password and ends their other sessions. */
export const changePassword = endpoint({
  method: 'PATCH',
  path: '/session/password',
  summary: "Change one's own password; every other session ends, this one goes on",
  tag: 'Session',
  changes: ['sessions'],
  who: levels,
  body: changePasswordBody,
  reply: acceptedReply,
  refusals: [429],
});

const ownSession = z.object({
  _id: id,
  userAgent: z.string().nullable(),
  createdAt: instant,
  lastSeenAt: instant,
  isCurrent: z.boolean(),
});
/** A session of the caller; `isCurrent`: the one of this call. */
export type OwnSession = z.infer<typeof ownSession>;

/** Lists the caller's sessions that are still valid, the one used last first. */
export const listOwnSessions = endpoint({
  method: 'GET',
  path: '/session/sessions',
  summary: "One's own live sessions, the one used last first",
  tag: 'Session',
  reads: 'sessions',
  who: levels,
  reply: z.object({ sessions: z.array(ownSession) }),
});

/** Ends one session of the caller by its id, such as on another device. */
export const endOwnSession = endpoint({
  method: 'DELETE',
  path: '/session/sessions/:id',
  summary: "End one of one's own sessions",
  tag: 'Session',
  changes: ['sessions'],
  who: levels,
  params: idParams,
  refusals: [404],
});

/** Ends all sessions of the caller except the one of this call. */
export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/session/sessions',
  summary: "End all of one's own sessions except this one",
  tag: 'Session',
  changes: ['sessions'],
  who: levels,
});

/** Ends the session of the caller; a client drops its token itself. */
export const logout = endpoint({
  method: 'POST',
  path: '/session/logout',
  summary: 'End this session',
  tag: 'Session',
  changes: ['sessions'],
  who: levels,
  duringEnrolment: true,
});
