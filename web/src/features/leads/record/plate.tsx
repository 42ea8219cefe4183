/** The longest that states issue have fewer characters; what is longer holds other words as well. */
const longestPlate = 26;

export function Plate({ number }: { number: string }) {
  return <span className={number.length <= longestPlate ? 'unbroken' : undefined}>{number}</span>;
}
