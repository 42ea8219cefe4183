import type { WorkingHours } from '#contract/working-hours.ts';
import type {
  CachedLoader,
  CachedSession,
  ConnectionCredentials,
  PlaceLimits,
  ProcessCache,
  ReferenceNames,
} from '#server/context.ts';
import type { EventHub } from './event-hub.ts';
import type { Notice } from './notices.ts';

const mostSessions = 10_000;
const mostSenders = 100;

type News = Pick<EventHub, 'subscribe' | 'isCurrent'>;

type Concern<V> = (notice: Notice) => ((value: V) => boolean) | undefined;

const any = () => true;

/**
 * Makes the cache of a process: live sessions with their employees, the names that leads refer to, the working hours, the limits of
 * places and who sends enquiries. Notices invalidate it; it caches nothing where no notices come.
 */
export function openProcessCache(news?: News): ProcessCache {
  return {
    sessions: keep(news, mostSessions, sessionsConcerned),
    names: keep<ReferenceNames>(news, 1, namesConcerned),
    hours: keep<WorkingHours>(news, 1, ({ kind }) => (kind === 'refresh' ? any : undefined)),
    placeLimits: keep<PlaceLimits>(news, 1, ({ kind }) =>
      kind === 'refresh' || kind === 'serviceOrCampaign' ? any : undefined,
    ),
    senders: keep<ConnectionCredentials>(news, mostSenders, ({ kind }) =>
      kind === 'refresh' || kind === 'connection' ? any : undefined,
    ),
  };
}

const sessionsConcerned: Concern<CachedSession> = ({ kind, scope }) => {
  if (kind === 'refresh' || kind === 'serviceCenter') return any;
  if (kind === 'sessionEnd' && 'session' in scope) return ({ sessionId }) => sessionId === scope.session;
  if (kind === 'account' && 'employee' in scope) return ({ actor }) => actor._id === scope.employee;
  return undefined;
};

const namesConcerned: Concern<ReferenceNames> = ({ kind }) =>
  ['refresh', 'serviceCenter', 'serviceOrCampaign', 'employee'].includes(kind) ? any : undefined;

function keep<V>(news: News | undefined, most: number, concern: Concern<V>): CachedLoader<V> {
  const kept = new Map<string, V>();
  let changes = 0;
  news?.subscribe((notice) => {
    const isConcerned = concern(notice);
    if (!isConcerned) return;
    changes++;
    for (const [key, value] of kept) if (isConcerned(value)) kept.delete(key);
  });

  return async (key, load) => {
    if (!news?.isCurrent()) return load();
    const known = kept.get(key);
    if (known !== undefined) return known;
    const before = changes;
    const value = await load();
    // It may have been read before the change.
    if (value === undefined || changes !== before || !news.isCurrent()) return value;
    const [oldest] = kept.size < most ? [] : kept.keys();
    if (oldest !== undefined) kept.delete(oldest);
    kept.set(key, value);
    return value;
  };
}
