// An authenticator made by hand (WebAuthn, ES256), whose answers can be wrong in one respect.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

type Circumstances = {
  /** Null: none. */
  origin?: string | null
  rpId?: string
  counter?: number
  challenge?: string
  type?: string
  /** Whether its user was there, and was recognized. */
  present?: boolean
  verified?: boolean
  userHandle?: string | null
  crossOrigin?: boolean
}

const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

export function createAuthenticator({
  origin: home = 'http://localhost:3000',
  rpId: host = 'localhost',
} = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(32)
  let counter = 0
  let user: string | null = null

  const clientData = ({ challenge, origin = home, type, crossOrigin = false }: Circumstances) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }))

  const authenticatorData = (
    { rpId = host, counter: count = counter, present = true, verified = true }: Circumstances,
    attested = Buffer.alloc(0),
  ) => {
    const flags = (present ? 1 : 0) | (verified ? 4 : 0) | (attested.length > 0 ? 64 : 0)
    const counted = Buffer.alloc(4)
    counted.writeUInt32BE(count)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counted, attested])
  }

  const credential = (response: object) => ({
    id: base64url(credentialId),
    rawId: base64url(credentialId),
    type: 'public-key' as const,
    response,
    clientExtensionResults: {},
  })

  return {
    id: base64url(credentialId),
    /** The counter of the next answers. */
    setCounter(value: number) {
      counter = value
    },

    /** Answers `POST /api/auth/passkeys/options`. */
    register(options: { challenge: string; user: { id: string } }, wrong: Circumstances = {}) {
      user = options.user.id
      const key = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
        Buffer.from(x!, 'base64url'),
        Buffer.from([0x22, 0x58, 0x20]),
        Buffer.from(y!, 'base64url'),
      ])
      const attested = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, credentialId.length]),
        credentialId,
        key,
      ])
      const data = authenticatorData(wrong, attested)
      // {"fmt": "none", "attStmt": {}, "authData": …}
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ])
      const sent = { challenge: options.challenge, type: 'webauthn.create', ...wrong }
      return credential({
        clientDataJSON: base64url(clientData(sent)),
        attestationObject: base64url(attestation),
        transports: ['internal'],
      })
    },

    /** Answers `POST /api/auth/passkey/options`. */
    answer(options: { challenge: string }, wrong: Circumstances = {}) {
      const client = clientData({ challenge: options.challenge, type: 'webauthn.get', ...wrong })
      const data = authenticatorData(wrong)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      const userHandle = wrong.userHandle === undefined ? user : wrong.userHandle
      return credential({
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        ...(userHandle !== null && { userHandle }),
      })
    },
  }
}

export type Authenticator = ReturnType<typeof createAuthenticator>
