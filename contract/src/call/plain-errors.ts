import { config, type z } from 'zod';
import { fillPlaceholders, messages } from './messages.ts';

/** The messages of schemas that declare none. */
function plainText(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return messages.required;
      if (issue.expected === 'int') return messages.notWhole;
      return issue.expected === 'number' ? messages.notANumber : messages.invalidValue;
    case 'too_big':
      return fillPlaceholders(tooMuch(issue.origin), { max: String(issue.maximum) });
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return messages.required;
      return fillPlaceholders(tooLittle(issue.origin), { min: String(issue.minimum) });
    case 'invalid_format':
      if (issue.format === 'email') return messages.invalidEmail;
      return issue.format === 'date' ? messages.invalidDate : messages.invalidValue;
    case 'invalid_value':
      return fillPlaceholders(messages.unknownChoice, { options: issue.values.map(String).join(', ') });
    case 'unrecognized_keys':
      return messages.unknownField;
    default:
      return messages.invalidValue;
  }
}

function tooMuch(origin: string): string {
  if (origin === 'string') return messages.tooLong;
  return origin === 'array' ? messages.tooMany : messages.tooLarge;
}

function tooLittle(origin: string): string {
  if (origin === 'string') return messages.tooShort;
  return origin === 'array' ? messages.tooFew : messages.tooSmall;
}

// By its own name: the build takes calls of `z` for pure.
config({ localeError: plainText });
