import { request, type Dispatcher } from 'undici'
import { z } from 'zod'
import { isSafeAddress } from '#provider-profile/declaration.ts'
import type { ProviderAddresses, ProviderProfile } from '#provider-profile/provider-profile.ts'
import { BffError } from '#http/errors.ts'
import { readAnswer } from './answer-client.ts'

const MetadataSchema = z.object({
  issuer: z.string().optional(),
  authorization_endpoint: z.string().optional(),
  token_endpoint: z.string().optional(),
  revocation_endpoint: z.string().optional(),
  userinfo_endpoint: z.string().optional(),
  jwks_uri: z.string().optional(),
  end_session_endpoint: z.string().optional(),
  code_challenge_methods_supported: z.array(z.string()).optional(),
  prompt_values_supported: z.array(z.string()).optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
  subject_types_supported: z.array(z.string()).optional(),
})
type Metadata = z.infer<typeof MetadataSchema>

const KEEP_MS = 10 * 60_000
const KEEP_FAILURE_MS = 30_000
const TIMEOUT_MS = 2000

/** The abilities of the provider, as its metadata declare them. */
export interface ProviderAbilities {
  /** True if the provider takes PKCE with S256. (RFC 7636) */
  readonly takesPkce: boolean
  /** True if the provider takes `prompt=login`; undefined if the metadata could not be read. */
  readonly takesLoginPrompt: boolean | undefined
  /** The address at which the provider ends its own session; undefined if there is none at the origin of its sign-in page. */
  readonly endSessionUrl: string | undefined
  /** True if client credentials go into the `Authorization` header; else they go into the form. */
  readonly takesBasic: boolean
  /** True if every callback carries `iss`. (RFC 9207) */
  readonly sendsIss: boolean
  /** The issuer, as the provider writes it. */
  readonly issuer: string | undefined
}

const SILENT: ProviderAbilities = {
  takesPkce: false,
  takesLoginPrompt: false,
  endSessionUrl: undefined,
  takesBasic: true,
  sendsIss: false,
  issuer: undefined,
}
/**
 * The assumptions if the metadata could not be read. A PKCE challenge is sent: a server that does not know it must ignore it (RFC
 * 6749 section 3.1), and one that does keeps its protection.
 */
const UNKNOWN: ProviderAbilities = { ...SILENT, takesPkce: true, takesLoginPrompt: undefined }

/** The addresses are in the metadata, which could not be read. */
export class NoAddressesError extends BffError {
  override readonly name = 'NoAddressesError'

  constructor() {
    super('provider-unavailable', {
      isNothingDone: true,
      isProviderAway: true,
      retryAfterSeconds: KEEP_FAILURE_MS / 1000,
      log: { reason: 'metadata of the provider cannot be read' },
    })
  }
}

/** @see RFC 9207 section 2.4 */
export interface ExpectedIssuer {
  readonly issuer: string | undefined
  /** True if a callback without `iss` is refused. */
  readonly isRequired: boolean
}

interface MetadataDeps {
  readonly profile: Pick<
    ProviderProfile,
    'addresses' | 'metadataUrls' | 'issuer' | 'pkce' | 'credentials' | 'iss'
  >
  readonly dispatcher: Dispatcher
  readonly clock: () => number
  /** Receives the addresses before they are returned. */
  readonly onAddresses?: (addresses: Partial<ProviderAddresses>) => void
}

export type ProviderMetadata = ReturnType<typeof createProviderMetadata>

/**
 * Creates the reader of the provider's metadata, which caches them.
 * @see RFC 8414 section 2; OpenID Connect Discovery 1.0 section 3
 */
export function createProviderMetadata(deps: MetadataDeps) {
  const { profile } = deps
  const declared = profile.addresses
  let addresses = isWhole(declared) ? declared : undefined
  const isDiscovered = addresses === undefined
  let known: { readonly answer: Promise<ProviderAbilities>; readonly untilMs: number } | undefined

  async function askProvider(): Promise<ProviderAbilities> {
    try {
      const metadata = await fetchMetadata(profile.metadataUrls, deps.dispatcher)
      if (metadata === 'none') return SILENT
      const isOwn = withoutSlash(metadata.issuer) === withoutSlash(profile.issuer)
      // Metadata of another issuer must not be used. (RFC 8414 section 3.3)
      if (isDiscovered && !isOwn && profile.issuer !== undefined)
        throw new Error('metadata of another issuer')
      const found = readAddresses(metadata, declared)
      if (isWhole(found)) {
        deps.onAddresses?.(found)
        addresses = found
      }
      return readAbilities(metadata, found.authorize)
    } catch {
      known = { answer: Promise.resolve(UNKNOWN), untilMs: deps.clock() + KEEP_FAILURE_MS }
      return UNKNOWN
    }
  }

  /** Never rejects. */
  async function abilities(): Promise<ProviderAbilities> {
    if (known === undefined || deps.clock() >= known.untilMs) {
      known = { answer: askProvider(), untilMs: deps.clock() + KEEP_MS }
    }
    const said = await known.answer
    return {
      ...said,
      takesPkce: profile.pkce === 'auto' ? said.takesPkce : profile.pkce === 'on',
      issuer: said.issuer ?? profile.issuer,
    }
  }

  return {
    abilities,
    /** Returns true if client credentials go into the `Authorization` header; else they go into the form. */
    takesBasic: async () =>
      profile.credentials === 'auto' ? (await abilities()).takesBasic : profile.credentials === 'basic',
    /** Returns the expected `iss` of a callback; undefined if `iss` is not checked. */
    async expectedIssuer(): Promise<ExpectedIssuer | undefined> {
      if (profile.iss === 'off') return undefined
      if (profile.iss === 'required') return { issuer: profile.issuer, isRequired: true }
      const { issuer, sendsIss } = await abilities()
      return { issuer, isRequired: sendsIss }
    },
    /** @throws NoAddressesError */
    async addresses(): Promise<ProviderAddresses> {
      if (isDiscovered) await abilities()
      if (addresses === undefined) throw new NoAddressesError()
      return addresses
    },
    /** Returns true if tokens can be revoked, as far as known now. */
    revokes: () => addresses === undefined || addresses.revoke !== undefined,
    /** Returns the absolute address of the sign-in page, as far as known now. */
    signInUrl: () => addresses?.authorize ?? profile.issuer ?? profile.metadataUrls[0] ?? '',
  }
}

/** Returns the first metadata found; `none` if no address has any. @throws Error if that is not known now */
async function fetchMetadata(urls: readonly string[], dispatcher: Dispatcher): Promise<Metadata | 'none'> {
  let status = 404
  for (const url of urls) {
    const answer = await request(url, {
      headers: { accept: 'application/json' },
      dispatcher,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    status = answer.statusCode
    const text = await readAnswer(answer.body, answer.headers['content-encoding'])
    if (status === 200) return MetadataSchema.parse(JSON.parse(text))
  }
  if (status === 404) return 'none'
  throw new Error('no metadata')
}

const isWhole = (addresses: Partial<ProviderAddresses>): addresses is ProviderAddresses =>
  addresses.authorize !== undefined && addresses.token !== undefined

const withoutSlash = (issuer: string | undefined) => issuer?.replace(/\/$/, '')

/** Returns the endpoints, declared ones before those of the metadata, without addresses to which no token may be sent. */
function readAddresses(metadata: Metadata, declared: Partial<ProviderAddresses>): Partial<ProviderAddresses> {
  const found = {
    authorize: metadata.authorization_endpoint,
    token: metadata.token_endpoint,
    // Declared addresses without a revocation endpoint mean that there is none.
    revoke: isWhole(declared) ? undefined : metadata.revocation_endpoint,
    userinfo: metadata.userinfo_endpoint,
    jwks: metadata.jwks_uri,
  }
  const safe = Object.entries(found).filter(([, url]) => url !== undefined && isSafeAddress(url))
  return { ...Object.fromEntries(safe), ...declared }
}

function readAbilities(metadata: Metadata, authorize: string | undefined): ProviderAbilities {
  const methods = metadata.token_endpoint_auth_methods_supported
  // `prompt` is a part of OpenID Connect Core, whose servers need not list its values.
  const isOpenId = metadata.subject_types_supported !== undefined
  return {
    takesPkce: metadata.code_challenge_methods_supported?.includes('S256') ?? false,
    takesLoginPrompt: metadata.prompt_values_supported?.includes('login') ?? isOpenId,
    endSessionUrl: atProvider({ address: metadata.end_session_endpoint, signInUrl: authorize }),
    takesBasic: methods === undefined || methods.includes('client_secret_basic'),
    sendsIss: metadata.authorization_response_iss_parameter_supported ?? false,
    issuer: metadata.issuer,
  }
}

/** Returns the address if it has the origin of the sign-in page, else undefined: our links lead to no other origin. */
function atProvider(named: {
  readonly address: string | undefined
  readonly signInUrl: string | undefined
}): string | undefined {
  const { address, signInUrl } = named
  if (address === undefined || signInUrl === undefined || !URL.canParse(address)) return undefined
  return new URL(address).origin === new URL(signInUrl).origin ? address : undefined
}
