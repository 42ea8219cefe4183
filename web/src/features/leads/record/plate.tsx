/** The longest that states issue have fewer characters; what is longer holds other words as well. */
const longestPlate = 26;

/** Shows a vehicle's number, which is not broken over lines if it is as short as number plates are. */
export function Plate({ number }: { number: string }) {
  return <span className={number.length <= longestPlate ? 'unbroken' : undefined}>{number}</span>;
}
