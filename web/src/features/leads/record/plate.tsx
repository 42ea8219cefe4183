/** The longest that states issue have fewer characters; what is longer holds other words as well. */
const longestPlate = 26;

/** A number plate, which is not broken into lines. */
export function Plate({ number }: { number: string }) {
  return <span className={number.length <= longestPlate ? 'unbroken' : undefined}>{number}</span>;
}
