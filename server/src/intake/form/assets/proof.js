/**
 * Spends a moment, so that a flood costs its sender more: finds what makes the hash of the key begin with so many zero bits.
 * Over plain http browsers cannot hash; then there is no proof.
 */
export async function prove(key, bits) {
  const { subtle } = globalThis.crypto ?? {};
  if (!subtle) return '';
  const encoder = new TextEncoder();
  for (let tried = 0; ; tried++) {
    const hash = await subtle.digest('SHA-256', encoder.encode(`${key}.${tried}`));
    if (new DataView(hash).getUint32(0) >>> (32 - bits) === 0) return String(tried);
  }
}
