import { normaliseFieldName } from '#contract/intake/field-names.ts';
import type { LeadStatus } from '#contract/leads/lead-status.ts';
import type { Platform } from '#contract/leads/leads.ts';
import { cleanLines } from '#contract/text/clean-text.ts';
import { isMissingValue } from '#contract/text/missing-value.ts';

const statusNames: Record<LeadStatus, readonly string[]> = {
  pending: [
    ...['pending', 'new', 'open', 'fresh', 'notcontacted', 'uncontacted', 'attemptedtocontact', 'enquiry'],
    ...['created', 'intake', 'raw'],
    ...['নতুন', 'পেন্ডিং', 'অপেক্ষমাণ'],
  ],
  potential: [
    ...[
      'potential',
      'contacted',
      'connected',
      'inprogress',
      'working',
      'nurture',
      'qualified',
      'prequalified',
    ],
    ...['contactinfuture', 'followup', 'interested', 'opendeal', 'badtiming', 'hot', 'warm'],
    ...['সম্ভাব্য', 'ফলোআপ', 'আগ্রহী', 'চলমান'],
  ],
  booked: [
    ...[
      'booked',
      'booking',
      'appointment',
      'appointmentbooked',
      'scheduled',
      'appointmentscheduled',
      'confirmed',
    ],
    ...['বুকড', 'বুকিং', 'অ্যাপয়েন্টমেন্ট'],
  ],
  completed: [
    ...['completed', 'complete', 'done', 'won', 'closedwon', 'converted', 'served', 'delivered'],
    ...['সম্পন্ন', 'সম্পূর্ণ', 'শেষ'],
  ],
  lostCustomer: [
    ...[
      'lostcustomer',
      'lost',
      'lostlead',
      'closedlost',
      'unqualified',
      'notqualified',
      'disqualified',
      'junk',
    ],
    ...['junklead', 'notinterested', 'dead', 'cancelled', 'canceled', 'হারানো', 'বাতিল', 'আগ্রহীনয়'],
  ],
};

const platformNames: Record<Platform, readonly string[]> = {
  facebook: [
    'facebook',
    'fb',
    'messenger',
    'facebookmessenger',
    'meta',
    'facebookads',
    'facebookad',
    'ig',
    'instagram',
    'audiencenetwork',
    'ফেসবুক',
  ],
  whatsapp: ['whatsapp', 'wa', 'whatsappbusiness', 'হোয়াটসঅ্যাপ'],
  website: [
    'website',
    'web',
    'site',
    'webform',
    'websiteform',
    'online',
    'organicsearch',
    'directtraffic',
    'ওয়েবসাইট',
  ],
};

const yes = ['true', 't', 'yes', 'y', '1', 'active', 'হ্যাঁ', 'সক্রিয়'];
const no = ['false', 'f', 'no', 'n', '0', 'inactive', 'archived', 'না', 'নিষ্ক্রিয়'];
const statuses = byName(statusNames);
const platforms = byName(platformNames);

function byName<Value extends string>(names: Record<Value, readonly string[]>): Map<string, Value> {
  const entries = Object.entries(names) as [Value, readonly string[]][];
  return new Map(
    entries.flatMap(([value, all]) => all.map((name) => [normaliseFieldName(name), value] as const)),
  );
}

/** Returns a cell's text, cleaned as a form's is; '' also for what exports write for nothing, such as `---`. */
export function readCellText(cell: string): string {
  const text = cleanLines(cell);
  return isMissingValue(text) ? '' : text;
}

/** Reads a status in this product's words or those of other ones, English or Bangla; undefined for any other text. */
export function readStatus(text: string): LeadStatus | undefined {
  return statuses.get(normaliseFieldName(text));
}

/** Reads a platform as {@link readStatus} reads a status; undefined for any other text. */
export function readPlatform(text: string): Platform | undefined {
  return platforms.get(normaliseFieldName(text));
}

/** Reads a yes or no in English or Bangla; undefined for any other text. */
export function readFlag(text: string): boolean | undefined {
  const isOf = (names: readonly string[]) => names.some((name) => flagForm(name) === flagForm(text));
  if (isOf(yes)) return true;
  return isOf(no) ? false : undefined;
}

function flagForm(text: string): string {
  return normaliseFieldName(text) || text;
}

/** Returns a vehicle number without the `Sl.` that exports write before it. */
export function readVehicleNumber(text: string): string {
  return text.replace(/^sl\.\s*/i, '');
}
