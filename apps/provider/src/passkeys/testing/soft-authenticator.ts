import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** The WebAuthn options of a page that the device uses. */
type Asked = {
  readonly challenge: string
  readonly rpId?: string
  readonly rp?: { readonly id: string }
  readonly user?: { readonly id: string }
}

/** Deviations of a device from the right answer. */
export type Oddities = {
  readonly origin?: string
  readonly challenge?: string
  readonly rpId?: string
  readonly isUserVerified?: boolean
  readonly counter?: number
  readonly userHandle?: string
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
const base64Url = (data: string | Uint8Array) => Buffer.from(data).toString('base64url')
const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])

/**
 * Creates a device with one passkey (ES256, no attestation), which answers the WebAuthn options of a page as JSON.
 *
 * @see WebAuthn Level 3 section 6.1, Authenticator Data
 */
export function createSoftAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  let signatures = 0
  let userHandle: string | undefined

  function begin(type: 'webauthn.create' | 'webauthn.get', asked: Asked, odd: Oddities) {
    signatures += 1
    const clientData = JSON.stringify({
      ...{ type, challenge: odd.challenge ?? asked.challenge, origin: odd.origin ?? origin },
      crossOrigin: false,
    })
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(odd.counter ?? signatures)
    const flags = USER_PRESENT + (odd.isUserVerified === false ? 0 : USER_VERIFIED)
    const head = (extra: number) =>
      Buffer.concat([
        sha256(odd.rpId ?? asked.rpId ?? asked.rp?.id ?? ''),
        Buffer.from([flags + extra]),
        counter,
      ])
    return { clientData, head }
  }

  const answer = (response: Readonly<Record<string, string | undefined>>) =>
    JSON.stringify({
      ...{ id: base64Url(id), rawId: base64Url(id), type: 'public-key' },
      ...{ clientExtensionResults: {}, response },
    })

  return {
    credentialId: base64Url(id),

    create(asked: Asked, odd: Oddities = {}): string {
      const { clientData, head } = begin('webauthn.create', asked, odd)
      userHandle = asked.user?.id
      const cose = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose])
      const authData = Buffer.concat([head(HAS_CREDENTIAL), credential])
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        ...[text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0])],
        ...[text('authData'), Buffer.from([0x58, authData.length]), authData],
      ])
      return answer({ clientDataJSON: base64Url(clientData), attestationObject: base64Url(attestation) })
    },

    get(asked: Asked, odd: Oddities = {}): string {
      const { clientData, head } = begin('webauthn.get', asked, odd)
      const authenticatorData = head(0)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey)
      return answer({
        clientDataJSON: base64Url(clientData),
        authenticatorData: base64Url(authenticatorData),
        signature: base64Url(signature),
        userHandle: odd.userHandle ?? userHandle,
      })
    },
  }
}

/** Returns the WebAuthn options of a page; undefined if it has none. */
export function askedOn(page: { readonly body: string }): Asked | undefined {
  const options = /data-passkey="([^"]*)"/.exec(page.body)?.[1]?.replaceAll('&quot;', '"')
  return options === undefined ? undefined : (JSON.parse(options) as Asked)
}
