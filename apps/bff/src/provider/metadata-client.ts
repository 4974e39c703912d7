import { METADATA_PATH } from '@counterfoil/oauth/endpoints'
import { request, type Dispatcher } from 'undici'
import { z } from 'zod'
import { readAnswer } from './answer-reader.ts'

const MetadataSchema = z.object({
  code_challenge_methods_supported: z.array(z.string()).optional(),
  prompt_values_supported: z.array(z.string()).optional(),
  end_session_endpoint: z.string().optional(),
})

const KEEP_MS = 10 * 60_000
const KEEP_FAILURE_MS = 30_000
const TIMEOUT_MS = 2000

/** What the provider says it can do. */
export interface ProviderAbilities {
  /** PKCE with S256. (RFC 7636) */
  readonly takesPkce: boolean
  /** `prompt=login`; undefined when the provider could not be asked. */
  readonly takesLoginPrompt: boolean | undefined
  /** Where the provider's own session is ended; undefined when there is no such address at the provider. */
  readonly endSessionUrl: string | undefined
}

const SILENT: ProviderAbilities = {
  takesPkce: false,
  takesLoginPrompt: false,
  endSessionUrl: undefined,
}
/**
 * A challenge is sent to a server that could not be asked: one that does not know it must ignore it (RFC 6749 section 3.1),
 * and one that does keeps its protection.
 */
const UNKNOWN: ProviderAbilities = {
  takesPkce: true,
  takesLoginPrompt: undefined,
  endSessionUrl: undefined,
}

/**
 * Reads what the provider can do from its metadata, and remembers the answer. Never rejects.
 * @see RFC 8414 section 2
 */
export function createProviderAbilities(deps: {
  readonly authUrl: string
  /** Of PKCE: `auto` asks the metadata. */
  readonly setting: 'auto' | 'on' | 'off'
  readonly dispatcher: Dispatcher
  readonly clock: () => number
}): () => Promise<ProviderAbilities> {
  let known: { readonly answer: Promise<ProviderAbilities>; readonly untilMs: number } | undefined

  async function askProvider(): Promise<ProviderAbilities> {
    try {
      const answer = await request(`${deps.authUrl}${METADATA_PATH}`, {
        headers: { accept: 'application/json' },
        dispatcher: deps.dispatcher,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (answer.statusCode === 404) {
        await answer.body.dump()
        return SILENT
      }
      const parsed = MetadataSchema.safeParse(JSON.parse(await readAnswer(answer.body)))
      if (answer.statusCode !== 200 || !parsed.success) throw new Error('no metadata')
      return {
        takesPkce: parsed.data.code_challenge_methods_supported?.includes('S256') ?? false,
        takesLoginPrompt: parsed.data.prompt_values_supported?.includes('login') ?? false,
        endSessionUrl: atProvider({ address: parsed.data.end_session_endpoint, authUrl: deps.authUrl }),
      }
    } catch {
      known = { answer: Promise.resolve(UNKNOWN), untilMs: deps.clock() + KEEP_FAILURE_MS }
      return UNKNOWN
    }
  }

  return async () => {
    if (known === undefined || deps.clock() >= known.untilMs) {
      known = { answer: askProvider(), untilMs: deps.clock() + KEEP_MS }
    }
    const abilities = await known.answer
    return deps.setting === 'auto' ? abilities : { ...abilities, takesPkce: deps.setting === 'on' }
  }
}

/** An address of the origin that people sign in at; a link of ours leads nowhere else. */
function atProvider({
  address,
  authUrl,
}: {
  readonly address: string | undefined
  readonly authUrl: string
}): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined
  return new URL(address).origin === new URL(authUrl).origin ? address : undefined
}
