import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a form's page loads, as text. */
export function readAsset(file: string): string {
  return readFileSync(new URL(`assets/${file}`, import.meta.url), 'utf8');
}

/** The web app's, where it is built: not every computer has one. */
export function banglaFont(webRoot: string): string {
  const folder = join(webRoot, 'assets');
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const file = files.find((name) => /^noto-sans-bengali-bengali-.*\.woff2$/.test(name));
  const about =
    'font-weight: 100 900; font-display: swap; unicode-range: U+0964-0965, U+0980-09FF, U+200C-200D';
  return file
    ? `\n@font-face { font-family: "Form Bangla"; src: url("/assets/${file}") format("woff2"); ${about}; }\n`
    : '';
}

/** As one that leaves no names on the page. */
export function scriptOf(...files: string[]): string {
  const text = files.map(readAsset).join('\n');
  return `(() => {\n${text.replace(/^import .*\n+/gm, '').replace(/^export /gm, '')}})();\n`;
}
