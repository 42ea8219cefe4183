// A picture that somebody sends in the demo and in tests: the dashboard of a car with a light on.
const marks = Array.from({ length: 11 }, (_, at) => {
  const angle = ((at * 24 - 210) * Math.PI) / 180;
  const [x, y] = [Math.cos(angle), Math.sin(angle)];
  return `<line x1="${320 + x * 190}" y1="${400 + y * 190}" x2="${320 + x * 215}" y2="${400 + y * 215}"/>`;
}).join('');

const dashboard = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 800">
  <rect width="1200" height="800" fill="#15181d"/>
  <path d="M0 700 Q600 560 1200 700 V800 H0Z" fill="#0b0d10"/>
  <g fill="none" stroke="#c8ced6" stroke-width="8">
    <circle cx="320" cy="400" r="230" stroke="#39414b"/>${marks}
    <line x1="320" y1="400" x2="205" y2="300" stroke="#e8542f" stroke-width="12" stroke-linecap="round"/>
    <circle cx="880" cy="400" r="230" stroke="#39414b"/>
  </g>
  <circle cx="320" cy="400" r="20" fill="#c8ced6"/>
  <g transform="translate(880 400)" fill="none" stroke="#ffb020" stroke-width="14" stroke-linejoin="round">
    <path d="M-70 -30 H-40 L-15 -58 H35 L52 -30 H75 V45 H48 L28 62 H-45 L-70 35Z"/>
    <path d="M-70 0 H-98 M-98 -28 V28 M-12 -58 V-82 M-42 -82 H22"/>
  </g>
</svg>`;

/** @returns a JPEG as a phone sends it. */
export async function drawPicture() {
  // On a fresh clone it is installed only once the demo has begun.
  const { default: sharp } = await import('sharp');
  return sharp(Buffer.from(dashboard)).resize(1_600).jpeg({ quality: 85 }).toBuffer();
}
