import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/call/endpoint.ts';
import type { Context, RequestSession } from '#server/context.ts';
import type { UploadShare } from '#server/http/guard/upload-budget.ts';
import type { InTurn } from '#server/lib/limit.ts';
import { forbidden, Refusal, secondFactorRequired } from '#server/lib/refusal.ts';
import type { UploadedFile } from './multipart.ts';

declare module 'fastify' {
  interface FastifyInstance {
    findSession: (context: Context, token: string, inTurn: InTurn) => Promise<RequestSession | undefined>;
  }
  interface FastifyRequest {
    session: RequestSession | null;
    uploads: Record<string, UploadedFile | undefined>;
    uploadShare: UploadShare | null;
  }
}

const bearer = /^Bearer ([\w-]{20,200})$/i;

/**
 * Makes a hook that requires a session of a level that may make the call, and sets `request.session`.
 *
 * @throws from the hook: Refusal 401 without a session, 403 for other levels and for who must set up a second factor first.
 */
export function createSessionHook(
  context: Context,
  { who, duringEnrolment }: Pick<Endpoint, 'who' | 'duringEnrolment'>,
) {
  return async function admitRequest(request: FastifyRequest): Promise<void> {
    const token = bearer.exec(request.headers.authorization ?? '')?.[1];
    const { callSlots, findSession } = request.server;
    const inTurn: InTurn = (load) => callSlots.run(request, load);
    const session = token ? await findSession(context, token, inTurn) : undefined;
    if (!session) throw new Refusal('unauthorized', 'Log in to continue');
    request.session = session;
    const { level, needsSecondFactor } = session.actor;
    if (who !== 'public' && !who.includes(level)) throw forbidden();
    if (needsSecondFactor && !duringEnrolment) throw secondFactorRequired();
  };
}

/** Returns the session of a request. @throws Refusal 401 without one. */
export function getSession({ session }: FastifyRequest): RequestSession {
  if (!session) throw new Refusal('unauthorized', 'Log in to continue');
  return session;
}

/** The client of a request: its IP address and browser. */
export type Client = { address: string; userAgent: string | null };

/** Returns the client of a request, behind trusted proxies. */
export function getClient(request: FastifyRequest): Client {
  return { address: request.ip, userAgent: request.headers['user-agent'] ?? null };
}
