const maxNameLength = 40;
const maxNameWords = 5;
const maxVehicleWord = 12;
const maxVehicleLength = 25;
const maxVehicleDigits = 7;

const nameWord =
  /^(?:\p{L}[\p{L}\p{M}\p{Join_Control}]*(?:['’-]\p{L}[\p{L}\p{M}\p{Join_Control}]*)*|(?:\p{L}\p{M}*){1,4}\.)$/u;
const initials = /^(?:\p{Lu}\.){2,4}$/u;
const scripts = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

const advertisingWords = new Set(
  [
    'account act apply attention bank bitcoin bonus buy call cash casino claim click congrats congratulations contact credit crypto',
    'deal discount dollar dollars earn expired free get gift hello help here hot hurry important income invest invoice jackpot',
    'limited link loan login lottery lucky million money now offer open order password pay payment prize promo refund reply reward',
    'sale save selected send sex sexy text today transfer urgent verify visit wallet whatsapp win winner winning winnings won',
    'account your yours you we our the this that are is has have was will for with from and at to in on of not com net org www http https',
    'অভিনন্দন আপনি আপনার জিতেছেন জিতুন পুরস্কার ফ্রি টাকা লটারি লিংক ক্লিক করুন অফার এখনই',
  ].flatMap((line) => line.split(' ')),
);

/**
 * Tells whether a name that a stranger gave may be sent to an address that the stranger gave, too: only if it reads as a person's
 * name, since anything else would carry their words in the dealer's name.
 */
export function isSendableName(text: string): boolean {
  const words = wordsOf(text);
  if (text.length > maxNameLength || words.length === 0 || words.length > maxNameWords) return false;
  return words.every(
    (word) => (nameWord.test(word) || initials.test(word)) && isOfOneScript(word) && !isAdvertising(word),
  );
}

/** Tells as {@link isSendableName} does whether a text names a vehicle: a number plate or a short model, nothing that leads anywhere. */
export function isSendableVehicle(text: string): boolean {
  const words = wordsOf(text);
  const digits = text.match(/\p{Nd}/gu) ?? [];
  if (text.length > maxVehicleLength || words.length === 0 || digits.length > maxVehicleDigits) return false;
  const isPlain = /^[\p{L}\p{M}\p{Nd}\p{Join_Control} -]+$/u.test(text);
  return (
    isPlain &&
    words.every((word) => word.length <= maxVehicleWord && isOfOneScript(word) && !isAdvertising(word))
  );
}

function wordsOf(text: string): string[] {
  return text.split(' ').filter((word) => word !== '');
}

// Letters that look alike would hide a word from the list.
function isOfOneScript(word: string): boolean {
  return scripts.filter((script) => script.test(word)).length <= 1;
}

function isAdvertising(word: string): boolean {
  return word
    .toLowerCase()
    .split(/['’.-]/)
    .some((part) => advertisingWords.has(part));
}
