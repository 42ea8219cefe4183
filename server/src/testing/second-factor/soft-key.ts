import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { EndpointReply } from '#contract/call/endpoint.ts';
import type { NewPasskey, PasskeyRequest, startPasskeyRegistration } from '#contract/login/passkeys.ts';
import type { PasskeyProof } from '#contract/login/second-factor.ts';

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();
const written = (bytes: Buffer) => bytes.toString('base64url');

const present = 0x01;
const withKey = 0x40;

/** Signs like a security key and its browser, by ES256. Source: WebAuthn, sections 6 and 7. */
export class SoftKey {
  readonly #origin: string;
  readonly #id = randomBytes(16);
  readonly #pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  create({ challenge, rp }: EndpointReply<typeof startPasskeyRegistration>): NewPasskey {
    const { x = '', y = '' } = this.#pair.publicKey.export({ format: 'jwk' });
    const point = (label: number, value: string) =>
      Buffer.concat([Buffer.from([label, 0x58, 32]), Buffer.from(value, 'base64url')]);
    const key = Buffer.concat([
      Buffer.from('a50102032620', 'hex'),
      Buffer.from([0x01]),
      point(0x21, x),
      point(0x22, y),
    ]);
    const data = Buffer.concat([
      this.#data(rp.id, present | withKey),
      Buffer.alloc(16),
      Buffer.from([0, this.#id.length]),
      this.#id,
      key,
    ]);
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
      Buffer.from([0x58, data.length]),
      data,
    ]);
    return {
      ...this.#named(),
      response: {
        clientDataJSON: written(this.#client('webauthn.create', challenge)),
        attestationObject: written(attestation),
        transports: ['usb'],
      },
    };
  }

  use({ challenge, rpId }: PasskeyRequest): PasskeyProof {
    this.counter++;
    const data = this.#data(rpId, present);
    const client = this.#client('webauthn.get', challenge);
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), this.#pair.privateKey);
    return {
      ...this.#named(),
      response: {
        clientDataJSON: written(client),
        authenticatorData: written(data),
        signature: written(signature),
      },
    };
  }

  #named() {
    return { id: written(this.#id), rawId: written(this.#id), type: 'public-key' as const };
  }

  #client(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }));
  }

  #data(rpId: string, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter]);
  }
}
