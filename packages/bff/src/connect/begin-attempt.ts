import type { Intent } from '@counterfoil/bff-api/connect-result'
import type { AttemptCookie, BrowserId, CodeVerifier, PrincipalId } from '@counterfoil/oauth/ids'
import { isLiving } from '#connections/connection.ts'
import type { Owner } from '#principals/own-people.ts'
import type { RememberedConnection } from '#session/device-memory.ts'
import { ATTEMPT_LIFE_MS, type Attempt, type Expectation, buildAttemptId } from './attempt.ts'
import { chooseIntentRequest, choosePasswordRequest } from './authorization-url.ts'
import type { ConnectForm } from './connect-form.ts'
import type { ConnectPorts } from './connect-ports.ts'

/** The browser and the person that begin an attempt. */
interface Starter {
  readonly browserId: BrowserId
  /** Undefined if nobody is signed in. */
  readonly principalId: PrincipalId | undefined
  /** The person of an app with its own sign-in. */
  readonly owner: Owner | undefined
  readonly remembered: RememberedConnection | undefined
  /** True if somebody signed out here on purpose, or another person went to the provider from here: it may still know them. */
  readonly wasLeft: boolean
}

type Wanted = Omit<
  Attempt,
  'id' | 'state' | 'cookie' | 'browserId' | 'codeVerifier' | 'returnTo' | 'startedAtMs' | 'expiresAtMs'
>

/** The intents of a page whose business is not connected, or not known to be. */
const COMES_BY_LINK: ReadonlySet<Intent> = new Set(['connect', 'sign_in'])

/** Builds the function that begins the attempt of a form: a new one, or the one that its idempotency key began before. */
export function createBeginAttempt(
  ports: ConnectPorts,
): (form: ConnectForm, starter: Starter) => Promise<Attempt> {
  const { attempts, clock, randomText } = ports

  async function build(form: ConnectForm, starter: Starter): Promise<Attempt> {
    const { browserId, principalId, owner, remembered, wasLeft } = starter
    const wanted =
      principalId === undefined
        ? await chooseSignIn(ports, form, remembered)
        : await chooseWanted(ports, form, { principalId, owner })
    const { takesPkce, takesLoginPrompt } = await ports.metadata.abilities()
    // A person who signs in on a device that remembers nobody has to prove who they are, too.
    const isUnknown = wanted.intent === 'sign_in' && remembered === undefined
    const isSignedIn = principalId !== undefined && owner === undefined
    const asksPassword = !isSignedIn && (wasLeft || isUnknown)
    const startedAtMs = clock()
    const id = buildAttemptId(startedAtMs, randomText(12))
    return {
      ...wanted,
      ...(COMES_BY_LINK.has(wanted.intent) && { businessId: wanted.businessId ?? form.businessId ?? null }),
      ...(asksPassword && choosePasswordRequest(takesLoginPrompt)),
      id,
      browserId,
      ...(owner && { owner }),
      returnTo: form.returnTo,
      startedAtMs,
      expiresAtMs: startedAtMs + ATTEMPT_LIFE_MS,
      state: `${id}.${randomText(24)}`,
      cookie: randomText(24) as AttemptCookie,
      codeVerifier: takesPkce ? (randomText(32) as CodeVerifier) : null,
    }
  }

  return async (form, starter) => {
    const attempt = await build(form, starter)
    await attempts.save(attempt)
    if (form.idempotencyKey !== '') {
      const winner = await attempts.claimKey(starter.browserId, form.idempotencyKey, attempt.id)
      const first = winner === attempt.id ? undefined : await attempts.find(winner)
      if (first !== undefined && first.expiresAtMs > clock()) {
        await attempts.drop(attempt.id)
        return first
      }
    }
    ports.metrics.attempt('begun')
    return attempt
  }
}

/** Returns what an attempt of a person who is signed in requests and expects. */
async function chooseWanted(
  ports: ConnectPorts,
  form: ConnectForm,
  { principalId, owner }: { readonly principalId: PrincipalId; readonly owner: Owner | undefined },
): Promise<Wanted> {
  const found = form.connectionId === undefined ? undefined : await ports.connections.find(form.connectionId)
  const subject = found?.principalId === principalId ? found : undefined
  const known = owner === undefined ? await ports.principals.findPerson(principalId) : undefined
  // If the connection is gone, the intent can only be to connect.
  const intent = subject === undefined ? 'connect' : form.intent
  const request = chooseIntentRequest(intent, subject, ports.provider, form.wanted)
  // For another business the provider must ask, although it has allowed one before. The same for a person of the app: the provider
  // may know somebody else in this browser, whose business would be connected without a question.
  const isAnother =
    intent === 'connect' && (owner !== undefined || (await ports.connections.countLiving(principalId)) > 0)
  const about = intent === 'connect' || intent === 'switch_business' ? undefined : subject
  // People of the app may have several accounts at the provider: only a connection tells which one is meant.
  const person = known ?? (owner && about)
  const expected: Expectation | undefined = person && {
    principalId,
    userId: person.userId,
    email: about?.email ?? person.email,
    businessId: about?.businessId,
    businessName: about?.businessName ?? null,
  }
  return {
    ...request,
    intent,
    expected: expected ?? null,
    replacedName: subject?.businessName,
    connectionId: intent === 'connect' ? null : (subject?.id ?? null),
    approvalPrompt: isAnother ? 'force' : request.approvalPrompt,
  }
}

/**
 * Returns what an attempt requests and expects if nobody is signed in: it can only be to sign in or to connect. What is known of
 * the connection that this device remembers is sent to the provider and to nobody else.
 */
async function chooseSignIn(
  ports: ConnectPorts,
  form: ConnectForm,
  remembered: RememberedConnection | undefined,
): Promise<Wanted> {
  const intent = form.intent === 'connect' ? 'connect' : 'sign_in'
  const isKnown = intent === 'sign_in' && remembered !== undefined
  const found = isKnown ? await ports.connections.find(remembered.connectionId) : undefined
  const subject = found !== undefined && isLiving(found) ? found : undefined
  const expected: Expectation | undefined = subject && {
    principalId: subject.principalId,
    userId: subject.userId,
    email: null,
    businessId: subject.businessId,
    businessName: remembered?.businessName ?? null,
  }
  const request = chooseIntentRequest(intent, subject, ports.provider)
  return { ...request, intent, connectionId: subject?.id ?? null, expected: expected ?? null }
}
