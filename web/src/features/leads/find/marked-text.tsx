import classes from './find-palette.module.css';
import { splitByMatches } from './found-by.ts';

/** Marks where what was typed occurs in the text. */
export function MarkedText({ text, typed }: { text: string; typed: string }) {
  if (typed === '') return text;
  let start = 0;
  return splitByMatches(typed, text).map((part) => {
    const key = start;
    start += part.text.length;
    return part.isMatch ? (
      <mark key={key} className={classes.mark}>
        {part.text}
      </mark>
    ) : (
      part.text
    );
  });
}
