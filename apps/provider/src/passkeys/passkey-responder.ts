import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { isIP } from 'node:net'
import type { BrowserKey, PasskeyChallenge, UserId } from '@counterfoil/oauth/ids'
import type { Clock } from '@counterfoil/service/values/clock'
import type { Secrets } from '@counterfoil/service/settings/config-faults'
import { randomId } from '@counterfoil/service/values/random'
import { z } from 'zod'
import { decodeBase64Url, encodeBase64Url, hmacSha256, isMadeBy } from '#crypto/signed-text.ts'
import type { Visit } from '#pages/page-responder.ts'
import type { KnownPasskey, PasskeyStore } from './passkey-store.ts'

/** The account for which a passkey is created. */
type PasskeyOwner = { readonly userId: UserId; readonly email: string; readonly name: string }

export type Passkeys = ReturnType<typeof createPasskeys>

const text = z.string().max(20_000)
/** The members that are read before the library verifies the rest. */
const AnswerSchema = z.looseObject({
  id: text,
  rawId: text,
  response: z.looseObject({ clientDataJSON: text }),
})
const HandleSchema = z.object({ response: z.object({ userHandle: z.string().nullish() }) })

/** EdDSA, ES256 and RS256 (COSE): the algorithms that devices use today. */
const ALGORITHMS = [-8, -7, -257]

type Parts = {
  readonly clock: Clock
  readonly secrets: Secrets
  readonly passkeys: PasskeyStore
}

/**
 * Creates WebAuthn options for pages and verifies posted passkeys. The rpId and the origin are those of the public URL, which needs
 * a domain name: browsers create no passkeys for an IP address.
 *
 * @see WebAuthn Level 3 sections 7.1, Registering a New Credential, and 7.2, Verifying an Authentication Assertion
 */
export function createPasskeys(parts: Parts) {
  return {
    /** Returns true if people can have passkeys at this address. */
    isAvailable: (visit: Visit): boolean => rpIdOf(visit) !== undefined,

    /**
     * Returns the WebAuthn request options as JSON: for a passkey of this account, or for any passkey if no `userId` is given.
     * Undefined if there is none to request.
     */
    requestOptions: (visit: Visit, userId?: UserId) => requestOptions(parts, visit, userId),

    /** Returns the WebAuthn creation options for this account as JSON; undefined if passkeys are unavailable. */
    creationOptions: (visit: Visit, owner: PasskeyOwner) => creationOptions(parts, visit, owner),

    /** Returns the passkey that the posted form names, which may be another person's; undefined if it is unknown. */
    async named(visit: Visit): Promise<KnownPasskey | undefined> {
      const answer = answerOf(visit)
      return answer && parts.passkeys.find(answer.id)
    },

    /** Returns true if the posted form answers our challenge with this passkey. Consumes the challenge. */
    take: (visit: Visit, passkey: KnownPasskey, userId?: UserId) => take(parts, visit, passkey, userId),

    /** Stores the passkey in the posted form for this account. Returns false if it was refused. */
    add: (visit: Visit, userId: UserId, name: string) => add(parts, visit, userId, name),
  }
}

function rpIdOf(visit: Visit): string | undefined {
  const { hostname } = new URL(visit.ownOrigin())
  return isIP(hostname) === 0 && !hostname.startsWith('[') ? hostname : undefined
}

async function newChallenge(
  { secrets, clock }: Parts,
  visit: Visit,
  purpose: ChallengeUse['purpose'],
): Promise<Uint8Array<ArrayBuffer>> {
  const use = { browserKey: visit.browserKeyToKeep(), purpose }
  return bytesOf(await makeChallenge(secrets[0], use, { salt: randomId(SALT_BYTES), nowMs: clock() }))
}

async function requestOptions(
  parts: Parts,
  visit: Visit,
  userId: UserId | undefined,
): Promise<string | undefined> {
  const rpID = rpIdOf(visit)
  if (rpID === undefined) return undefined
  const own = userId === undefined ? [] : await parts.passkeys.list(userId)
  if (userId !== undefined && own.length === 0) return undefined
  const options = await generateAuthenticationOptions({
    rpID,
    challenge: await newChallenge(parts, visit, purposeOf(userId)),
    allowCredentials: own.map(({ credentialId }) => ({ id: credentialId })),
    userVerification: 'required',
    timeout: CHALLENGE_MS,
  })
  return JSON.stringify(options)
}

async function creationOptions(
  parts: Parts,
  visit: Visit,
  { userId, email, name }: PasskeyOwner,
): Promise<string | undefined> {
  const rpID = rpIdOf(visit)
  if (rpID === undefined) return undefined
  const own = await parts.passkeys.list(userId)
  const options = await generateRegistrationOptions({
    rpID,
    rpName: visit.context().harbour,
    userName: email,
    userDisplayName: name,
    userID: bytesOf(handleOf(userId)),
    challenge: await newChallenge(parts, visit, ['new', userId]),
    excludeCredentials: own.map(({ credentialId }) => ({ id: credentialId })),
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    timeout: CHALLENGE_MS,
  })
  return JSON.stringify(options)
}

async function take(
  parts: Parts,
  visit: Visit,
  passkey: KnownPasskey,
  userId: UserId | undefined,
): Promise<boolean> {
  const answer = answerOf(visit)
  const handle = HandleSchema.safeParse(answer).data?.response.userHandle ?? undefined
  if (handle !== undefined && handle !== handleOf(passkey.userId)) return false
  const { expected, challengeOf } = expectation(parts, visit, purposeOf(userId))
  const verified = await refusedIfItThrows(() =>
    verifyAuthenticationResponse({
      ...expected,
      // The library checks every member that it reads.
      response: answer as unknown as AuthenticationResponseJSON,
      credential: {
        id: passkey.credentialId,
        publicKey: bytesOf(passkey.publicKey),
        counter: passkey.counter,
      },
    }),
  )
  const challenge = challengeOf()
  if (verified?.verified !== true || challenge === undefined) return false
  return parts.passkeys.use(passkey.id, { ...challenge, counter: verified.authenticationInfo.newCounter })
}

async function add(parts: Parts, visit: Visit, userId: UserId, name: string): Promise<boolean> {
  const { expected, challengeOf } = expectation(parts, visit, ['new', userId])
  const response = answerOf(visit) as unknown as RegistrationResponseJSON
  const verified = await refusedIfItThrows(() =>
    verifyRegistrationResponse({ ...expected, supportedAlgorithmIDs: ALGORITHMS, response }),
  )
  const challenge = challengeOf()
  if (verified?.verified !== true || challenge === undefined) return false
  const { id, publicKey, counter } = verified.registrationInfo.credential
  const made = { credentialId: id, publicKey: encodeBase64Url(publicKey), counter, name }
  return parts.passkeys.add(userId, { ...challenge, ...made })
}

/** Returns the expected values for the library. `challengeOf` returns the challenge after it was verified. */
function expectation(parts: Parts, visit: Visit, purpose: ChallengeUse['purpose']) {
  const { secrets, clock } = parts
  const browserKey = visit.browserKey()
  let found: { readonly challenge: PasskeyChallenge; readonly expiresAtMs: number } | undefined
  const expectedChallenge = async (challenge: string) => {
    if (browserKey === undefined) return false
    const expiresAtMs = await readChallenge(secrets, { browserKey, purpose }, { challenge, nowMs: clock() })
    if (expiresAtMs !== undefined) found = { challenge: challenge as PasskeyChallenge, expiresAtMs }
    return found !== undefined
  }
  const expected = {
    expectedChallenge,
    expectedOrigin: visit.ownOrigin(),
    expectedRPID: rpIdOf(visit) ?? '',
    requireUserVerification: true,
  }
  return { expected, challengeOf: () => found }
}

/** Returns true if the posted form has a passkey. */
export function hasPasskey(visit: Visit): boolean {
  return (visit.field('passkey') ?? '') !== ''
}

function purposeOf(userId: UserId | undefined): ChallengeUse['purpose'] {
  return userId === undefined ? ['sign-in'] : ['confirm', userId]
}

function answerOf(visit: Visit): z.infer<typeof AnswerSchema> | undefined {
  try {
    return AnswerSchema.safeParse(JSON.parse(visit.field('passkey') ?? '')).data
  } catch {
    return undefined
  }
}

/** Returns undefined if the library throws, which it does at any invalid value. */
async function refusedIfItThrows<T>(check: () => Promise<T>): Promise<T | undefined> {
  try {
    return await check()
  } catch {
    return undefined
  }
}

/** Returns the user handle of an account, in base64url. */
function handleOf(userId: UserId): string {
  return encodeBase64Url(new TextEncoder().encode(userId))
}

function bytesOf(base64Url: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(decodeBase64Url(base64Url) ?? [])
}

/** The lifetime in milliseconds of a challenge: the time for finding a device after a page has loaded. */
export const CHALLENGE_MS = 5 * 60_000

/** The bytes of the random part of a challenge, which is 22 characters of base64url. */
const SALT_BYTES = 16

/** The use for which a challenge is valid: the browser it was made for, and the action. */
type ChallengeUse = { readonly browserKey: BrowserKey; readonly purpose: readonly string[] }

/**
 * Returns a challenge as base64url. It is not stored before it is answered, so that nobody fills the database by loading pages: its
 * HMAC proves that it is ours, for which use it was made and when it expires.
 *
 * @param salt {@link SALT_BYTES} random bytes, as base64url
 * @see WebAuthn Level 3 section 13.4.3, Cryptographic Challenges
 */
async function makeChallenge(
  secret: string,
  { browserKey, purpose }: ChallengeUse,
  { salt, nowMs }: { readonly salt: string; readonly nowMs: number },
): Promise<PasskeyChallenge> {
  const expiresAtMs = nowMs + CHALLENGE_MS
  const mac = await hmacSha256({ secret, text: message({ browserKey, purpose }, salt, expiresAtMs) })
  const text = `${salt}.${expiresAtMs}.${encodeBase64Url(mac)}`
  return encodeBase64Url(new TextEncoder().encode(text)) as PasskeyChallenge
}

/** Returns the expiry of a challenge that we made for this use; undefined if it has expired or was not made for it. */
async function readChallenge(
  secrets: Secrets,
  use: ChallengeUse,
  { challenge, nowMs }: { readonly challenge: string; readonly nowMs: number },
): Promise<number | undefined> {
  const text = new TextDecoder().decode(decodeBase64Url(challenge) ?? new Uint8Array())
  const [, salt = '', expires = '', macText = ''] = /^([\w-]{22})\.(\d{1,15})\.([\w-]{43})$/.exec(text) ?? []
  const mac = decodeBase64Url(macText)
  const expiresAtMs = Number(expires)
  if (mac === undefined || expiresAtMs <= nowMs) return undefined
  return (await isMadeBy(secrets, message(use, salt, expiresAtMs), mac)) ? expiresAtMs : undefined
}

function message({ browserKey, purpose }: ChallengeUse, salt: string, expiresAtMs: number): string {
  return JSON.stringify(['passkey', salt, expiresAtMs, browserKey, ...purpose])
}
